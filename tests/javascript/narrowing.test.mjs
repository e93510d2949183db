import assert from "node:assert/strict";
import { test } from "node:test";
import { fitting, pick } from "../../games/static/web/narrowing.mjs";

const SETTLER = { name: "settler", targets: ["role settler"] };
const CORN_TO_SHIP = { name: "corn to the ship", targets: ["corn", "ship 1"] };
const CORN_TO_WHARF = { name: "corn to the wharf", targets: ["corn", "wharf"] };
const CORN = { name: "keep corn", targets: ["corn"] };

const names = (offers) => offers.map(({ name }) => name);

test("an offer fits when it has all that is picked", () => {
  assert.deepEqual(names(fitting([SETTLER, CORN_TO_SHIP, CORN_TO_WHARF], ["corn"])), [
    "corn to the ship",
    "corn to the wharf",
  ]);
  assert.deepEqual(names(fitting([SETTLER, CORN_TO_SHIP, CORN_TO_WHARF], ["corn", "wharf"])), ["corn to the wharf"]);
});

test("a thing picked twice stands for the offer that has nothing else", () => {
  assert.deepEqual(names(fitting([CORN_TO_SHIP, CORN], ["corn", "corn"])), ["keep corn"]);
  assert.deepEqual(names(fitting([CORN_TO_SHIP], ["corn", "corn"])), ["corn to the ship"]);
});

test("a click narrows down what earlier clicks have left", () => {
  assert.deepEqual(pick([CORN_TO_SHIP, CORN_TO_WHARF], ["corn"], "wharf"), { picked: ["corn", "wharf"] });
});

test("a click that fits nothing picked before begins anew", () => {
  assert.deepEqual(pick([SETTLER, CORN_TO_SHIP], ["role settler"], "corn"), { picked: ["corn"] });
});

test("a second click on the only offer left confirms it", () => {
  assert.deepEqual(pick([SETTLER, CORN_TO_SHIP], ["role settler"], "role settler"), { confirmed: SETTLER });
});

test("a click on what belongs to no offer means nothing", () => {
  assert.equal(pick([SETTLER], [], "quarry"), null);
});
