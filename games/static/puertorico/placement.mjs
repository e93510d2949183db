// Placing colonists: circles, in the list and on the board, say the same. Where it matters who stands there, a circle
// goes from empty to a colonist to a noble and back. Without scripts the list has number fields (placement.html).

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
} from "./circles.mjs";

let placement = new Map();

const placementForm = () => document.querySelector("#question form[data-form=placement]");
const rowOf = (place) => placementForm().querySelector(`.place[data-place="${CSS.escape(place)}"]`);
const inputOf = (row, kind) =>
  row.querySelector(kind === "nobles" ? "input[name^='nobles.']" : "input[name^='place.']");
const asks = (place) => Boolean(inputOf(rowOf(place), "nobles"));

function supply() {
  const { colonists, nobles } = placementForm().dataset;
  return { colonists: Number(colonists), nobles: Number(nobles || 0) };
}

/** Take the placement from the fields ("input"), from what the form suggests (a data attribute of them), or "none". */
function read(source) {
  const numberIn = (input) => {
    if (!input || source === "none") return 0;
    return Number(source === "input" ? input.value : input.dataset[source]) || 0;
  };
  placement = new Map();
  for (const row of placementForm().querySelectorAll(".place")) {
    const [occupied, nobles] = ["", "nobles"].map((kind) => numberIn(inputOf(row, kind)));
    placement.set(row.dataset.place, circlesOf(Number(row.dataset.circles), occupied, nobles));
  }
}

function click(place, index) {
  if (!placement.has(place)) return;
  const circles = afterClick(placement, place, index, supply(), asks);
  if (!circles) {
    flash();
    return;
  }
  placement.set(place, circles);
  show();
  tellLeft();
}

function flash() {
  const line = placementForm().querySelector(".left");
  const sheet = document.getElementById("sheet");
  if (sheet) sheet.open = true;
  line.classList.remove("flash");
  void line.offsetWidth;
  line.classList.add("flash");
}

function show() {
  const shown = withNobles(placement, supply(), asks);
  for (const row of placementForm().querySelectorAll(".place")) showRow(row, shown.get(row.dataset.place));
  for (const circle of document.querySelectorAll("svg .circle[role=checkbox]")) {
    const circles = shown.get(circle.dataset.kind);
    if (circles) showDrawn(circle, circles[Number(circle.dataset.index)]);
  }
  showLeft();
}

function showRow(row, circles) {
  for (const [kind, worker] of [
    ["", undefined],
    ["nobles", NOBLE],
  ]) {
    const input = inputOf(row, kind);
    if (input) input.value = count(circles, worker);
  }
  row.querySelectorAll(".circles button").forEach((button, index) => {
    button.setAttribute("aria-pressed", circles[index] !== EMPTY);
    button.classList.toggle("noble", circles[index] === NOBLE);
    const { label } = button.dataset;
    button.setAttribute("aria-label", circles[index] === NOBLE ? `${label}: ${placementForm().dataset.noble}` : label);
  });
}

function showDrawn(circle, worker) {
  circle.classList.toggle("filled", worker !== EMPTY);
  circle.setAttribute("aria-checked", worker !== EMPTY);
  if (circle.dataset.noble)
    circle.setAttribute("aria-label", worker === NOBLE ? circle.dataset.noble : circle.dataset.colonist);
  for (const [mark, shown] of [
    [".colonist", COLONIST],
    [".noble", NOBLE],
  ]) {
    circle.querySelector(mark)?.setAttribute("visibility", worker === shown ? "visible" : "hidden");
  }
}

function showLeft() {
  const line = placementForm().querySelector(".left");
  line.classList.remove("flash");
  const left = leftToPlace(placement, supply());
  const toName = noblesToName(placement, supply(), asks);
  const still = left !== 0 ? `${line.dataset.some} ${left}` : toName ? `${line.dataset.nobles} ${toName}` : "";
  line.textContent = still || line.dataset.none;
  placementForm().querySelector("[data-done]").disabled = Boolean(still);
}

function tellLeft() {
  document.dispatchEvent(new CustomEvent("told", { detail: placementForm().querySelector(".left").textContent }));
}

/** Put circles into the list, in the place of its number fields. */
function makeCircles() {
  const form = placementForm();
  if (form.dataset.ready) return;
  form.dataset.ready = "yes";
  for (const row of form.querySelectorAll(".place")) {
    for (const input of row.querySelectorAll("input")) input.type = "hidden";
    for (const extra of row.querySelectorAll(".by-number")) extra.hidden = true;
    row.append(circlesFor(row));
  }
  for (const button of form.querySelectorAll("[data-fill]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      read(button.dataset.fill);
      show();
      tellLeft();
    });
  }
}

function circlesFor(row) {
  const label = row.querySelector("label").textContent.trim();
  const circles = document.createElement("div");
  circles.className = "circles";
  circles.setAttribute("role", "group");
  circles.setAttribute("aria-label", label);
  for (let index = 0; index < Number(row.dataset.circles); index++) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "circle";
    button.dataset.label = `${label} ${index + 1}`;
    button.setAttribute("aria-label", button.dataset.label);
    button.addEventListener("click", () => click(row.dataset.place, index));
    circles.append(button);
  }
  return circles;
}

// --- One set of listeners for whatever is swapped in --------------------------------------------------------------

function clickDrawn(event) {
  const circle = event.target.closest?.("svg .circle[role=checkbox]");
  if (!circle || !placementForm()) return;
  event.preventDefault();
  click(circle.dataset.kind, Number(circle.dataset.index));
}

document.addEventListener("click", clickDrawn);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") clickDrawn(event);
});

// The same question is left alone, with whatever has been placed so far.
document.addEventListener("asked", (event) => {
  if (!placementForm()) return;
  if (event.detail.anew) read("input");
  makeCircles();
  show();
});
