import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnAsTicked, isEnough, tickedAfterClick } from "../../games/static/web/ticking.mjs";

test("each click ticks one more of equal things, and after the last none", () => {
  assert.deepEqual(tickedAfterClick([false, false]), [true, false]);
  assert.deepEqual(tickedAfterClick([true, false]), [true, true]);
  assert.deepEqual(tickedAfterClick([true, true]), [false, false]);
});

test("of equal drawn things as many are marked as are ticked", () => {
  assert.deepEqual(drawnAsTicked(["smithy", "quarry", "smithy"], ["smithy"]), [true, false, false]);
  assert.deepEqual(drawnAsTicked(["smithy", "quarry", "smithy"], ["smithy", "smithy"]), [true, false, true]);
  assert.deepEqual(drawnAsTicked(["smithy"], []), [false]);
});

test("an answer can be given with no less and no more than it takes", () => {
  const bounds = { least: "1", most: "2" };
  assert.deepEqual(
    [0, 1, 2, 3].map((count) => isEnough(count, bounds)),
    [false, true, true, false],
  );
});
