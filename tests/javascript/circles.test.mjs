import assert from "node:assert/strict";
import { test } from "node:test";
import {
  afterClick,
  COLONIST,
  circlesOf,
  count,
  EMPTY,
  leftToPlace,
  NOBLE,
  noblesToName,
  withNobles,
} from "../../games/static/puertorico/circles.mjs";

const nowhere = () => false;
const atVilla = (place) => place === "villa";

test("a click places a colonist, and another one takes them away", () => {
  const placement = new Map([["smithy", [EMPTY]]]);
  assert.deepEqual(afterClick(placement, "smithy", 0, { colonists: 1, nobles: 0 }, nowhere), [COLONIST]);
  placement.set("smithy", [COLONIST]);
  assert.deepEqual(afterClick(placement, "smithy", 0, { colonists: 1, nobles: 0 }, nowhere), [EMPTY]);
});

test("nobody is placed when nobody is left", () => {
  const placement = new Map([
    ["smithy", [COLONIST]],
    ["quarry", [EMPTY]],
  ]);
  assert.equal(afterClick(placement, "quarry", 0, { colonists: 1, nobles: 0 }, nowhere), null);
});

test("where it matters who stands there, a colonist becomes a noble while one is left", () => {
  const placement = new Map([["villa", [COLONIST, EMPTY]]]);
  assert.deepEqual(afterClick(placement, "villa", 0, { colonists: 2, nobles: 1 }, atVilla), [NOBLE, EMPTY]);
  assert.deepEqual(afterClick(placement, "villa", 0, { colonists: 2, nobles: 0 }, atVilla), [EMPTY, EMPTY]);
});

test("nobles that find no other circle must be named", () => {
  const placement = new Map([
    ["villa", [COLONIST, COLONIST]],
    ["smithy", [COLONIST]],
  ]);
  assert.equal(noblesToName(placement, { colonists: 3, nobles: 2 }, atVilla), 1);
  assert.equal(noblesToName(placement, { colonists: 3, nobles: 1 }, atVilla), 0);
});

test("nobles are shown on the first circles where it does not matter who stands there", () => {
  const placement = new Map([
    ["villa", [COLONIST]],
    ["smithy", [COLONIST, COLONIST]],
  ]);
  const shown = withNobles(placement, { colonists: 3, nobles: 1 }, atVilla);
  assert.deepEqual([...shown.values()], [[COLONIST], [NOBLE, COLONIST]]);
  assert.equal(leftToPlace(placement, { colonists: 4, nobles: 1 }), 1);
});

test("the fields' numbers become circles, nobles first", () => {
  assert.deepEqual(circlesOf(3, 2, 1), [NOBLE, COLONIST, EMPTY]);
  assert.equal(count([NOBLE, COLONIST, EMPTY]), 2);
  assert.equal(count([NOBLE, COLONIST, EMPTY], NOBLE), 1);
});
