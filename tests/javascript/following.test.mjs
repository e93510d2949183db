import assert from "node:assert/strict";
import { test } from "node:test";
import { nextPause } from "../../games/static/web/stream.mjs";
import { titleFor } from "../../games/static/web/tab.mjs";

test("a tab counts the games that wait, but not where the question stands", () => {
  assert.equal(titleFor("Lobby", 2, false), "(2) Lobby");
  assert.equal(titleFor("(2) Lobby", 3, false), "(3) Lobby");
  assert.equal(titleFor("(2) Lobby", 0, false), "Lobby");
  assert.equal(titleFor("(2) Harbor", 2, true), "Harbor");
});

test("a stream that fails is tried again after growing pauses, the longest a minute", () => {
  assert.equal(nextPause(1_000), 2_000);
  assert.equal(nextPause(50_000), 60_000);
});
