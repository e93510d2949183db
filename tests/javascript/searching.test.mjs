import assert from "node:assert/strict";
import { test } from "node:test";
import { has, words } from "../../games/static/web/searching.mjs";

test("all words are looked for, wherever they stand", () => {
  assert.ok(has("Harbor and wharf, 5 tobacco", words("wharf harb")));
  assert.ok(!has("Harbor and wharf, 5 tobacco", words("wharf coffee")));
});

test("case and accents do not matter", () => {
  assert.ok(has("Kikötő: +1 GYP rakodásonként", words("kikoto")));
  assert.ok(has("Hafen", words("HAFEN")));
});

test("without words everything is found", () => {
  assert.deepEqual(words("  "), []);
  assert.ok(has("anything", []));
});
