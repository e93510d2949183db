import assert from "node:assert/strict";
import { test } from "node:test";
import { indexAt, orderAfterMove, stepped } from "../../games/static/web/ordering.mjs";

test("the others make room for the one that was moved", () => {
  assert.deepEqual(orderAfterMove(4, 3, 1), [0, 3, 1, 2]);
  assert.deepEqual(orderAfterMove(4, 0, 2), [1, 2, 0, 3]);
  assert.deepEqual(orderAfterMove(3, 1, 1), [0, 1, 2]);
});

test("steps end at the ends of the list", () => {
  assert.equal(stepped(3, 1, -1), 0);
  assert.equal(stepped(3, 0, -1), 0);
  assert.equal(stepped(3, 1, 5), 2);
});

test("what is dragged belongs before the first other one whose middle is below the pointer", () => {
  const middles = [10, 30, 50];
  assert.equal(indexAt(middles, 5), 0);
  assert.equal(indexAt(middles, 30), 2);
  assert.equal(indexAt(middles, 99), 3);
});
