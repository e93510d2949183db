import assert from "node:assert/strict";
import { test } from "node:test";
import { besides, step } from "../../games/static/web/placing.mjs";

const room = { width: 400, height: 600 };
const card = { width: 300, height: 150 };

test("a card lies below its thing", () => {
  assert.deepEqual(besides({ left: 20, top: 100, bottom: 140 }, card, room), { left: 20, top: 148 });
});

test("at the bottom it lies above, at the right edge further left", () => {
  assert.deepEqual(besides({ left: 350, top: 500, bottom: 540 }, card, room), { left: 92, top: 342 });
});

test("where there is room nowhere it stays on the screen", () => {
  assert.deepEqual(besides({ left: -50, top: 60, bottom: 580 }, card, room), { left: 8, top: 442 });
});

test("the arrows stop at the ends", () => {
  assert.equal(step(0, -1, 5), 0);
  assert.equal(step(3, 1, 5), 4);
  assert.equal(step(4, 1, 5), 4);
});
