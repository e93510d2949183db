"use strict";
// Placing colonists: circles, in the list and on the board, say the same. Where it matters who stands there, a circle
// goes from empty to a colonist to a noble and back. Without scripts the list has number fields (placement.html).

(() => {
  const placementForm = () => document.querySelector("#question form[data-form=placement]");

  const EMPTY = 0;
  const COLONIST = 1;
  const NOBLE = 2;
  let placed = new Map();

  function readPlacement(what) {
    placed = new Map();
    for (const row of placementForm().querySelectorAll(".place")) {
      const [all, nobles] = ["", "nobles"].map((kind) => {
        const input = inputOf(row, kind);
        if (!input || what === "none") return 0;
        return Number(what === "input" ? input.value : input.dataset[what]) || 0;
      });
      const worker = (index) => (index < nobles ? NOBLE : index < all ? COLONIST : EMPTY);
      placed.set(row.dataset.place, Array.from({ length: Number(row.dataset.circles) }, (_, index) => worker(index)));
    }
  }

  const inputOf = (row, kind) => row.querySelector(kind === "nobles" ? "input[name^='nobles.']" : "input[name^='place.']");
  const rowOf = (place) => placementForm().querySelector(`.place[data-place="${CSS.escape(place)}"]`);
  const count = (circles, worker) => circles.filter((one) => one === worker || (!worker && one)).length;
  const total = (worker) => [...placed.values()].reduce((sum, circles) => sum + count(circles, worker), 0);
  const leftToPlace = () => Number(placementForm().dataset.colonists) - total();
  const noblesLeft = () => Number(placementForm().dataset.nobles || 0) - total(NOBLE);

  function toggle(place, index) {
    const circles = placed.get(place);
    if (!circles) return;
    if (!circles[index] && leftToPlace() <= 0) {
      flash();
      return;
    }
    const ennobled = circles[index] === COLONIST && isAsked(place) && noblesLeft() > 0;
    circles[index] = ennobled ? NOBLE : circles[index] ? EMPTY : COLONIST;
    showPlacement();
  }

  // Where it does not matter who stands there, nobles take the first places; those that find none there must be named.
  const isAsked = (place) => Boolean(inputOf(rowOf(place), "nobles"));
  const placesForOthers = () =>
    [...placed].reduce((sum, [place, circles]) => sum + (isAsked(place) ? 0 : count(circles)), 0);
  const noblesToName = () => Math.max(0, noblesLeft() - placesForOthers());

  function workers() {
    let spare = noblesLeft();
    const ennobled = ([place, circles]) => {
      const asked = isAsked(place);
      return [place, circles.map((worker) => (worker === COLONIST && !asked && spare-- > 0 ? NOBLE : worker))];
    };
    return new Map([...placed].map(ennobled));
  }

  function flash() {
    const line = placementForm().querySelector(".left");
    const sheet = document.getElementById("sheet");
    if (sheet) sheet.open = true;
    line.classList.remove("flash");
    void line.offsetWidth;
    line.classList.add("flash");
  }

  function showPlacement() {
    const form = placementForm();
    if (!form) return;
    const left = leftToPlace();
    const shown = workers();
    for (const row of form.querySelectorAll(".place")) {
      const circles = shown.get(row.dataset.place);
      for (const [kind, worker] of [["", undefined], ["nobles", NOBLE]]) {
        const input = inputOf(row, kind);
        if (input) input.value = count(circles, worker);
      }
      row.querySelectorAll(".circles button").forEach((button, index) => {
        button.setAttribute("aria-pressed", circles[index] !== EMPTY);
        button.classList.toggle("noble", circles[index] === NOBLE);
        button.setAttribute("aria-label", named(button.dataset.label, circles[index]));
      });
    }
    for (const circle of document.querySelectorAll("svg .circle[role=checkbox]")) {
      const circles = shown.get(circle.dataset.kind);
      if (!circles) continue;
      const worker = circles[Number(circle.dataset.index)];
      circle.classList.toggle("filled", worker !== EMPTY);
      circle.setAttribute("aria-checked", worker !== EMPTY);
      if (circle.dataset.noble) circle.setAttribute("aria-label", worker === NOBLE ? circle.dataset.noble : circle.dataset.colonist);
      for (const [mark, shown] of [[".colonist", COLONIST], [".noble", NOBLE]]) {
        circle.querySelector(mark)?.setAttribute("visibility", worker === shown ? "visible" : "hidden");
      }
    }
    const line = form.querySelector(".left");
    line.classList.remove("flash");
    const toName = noblesToName();
    const still = left !== 0 ? `${line.dataset.some} ${left}` : toName ? `${line.dataset.nobles} ${toName}` : "";
    line.textContent = still || line.dataset.none;
    form.querySelector("[data-done]").disabled = Boolean(still);
  }

  const named = (label, worker) => (worker === NOBLE ? `${label}: ${placementForm().dataset.noble}` : label);

  function makeCircles() {
    const form = placementForm();
    if (!form || form.dataset.ready) return;
    form.dataset.ready = "yes";
    for (const row of form.querySelectorAll(".place")) {
      for (const input of row.querySelectorAll("input")) input.type = "hidden";
      for (const extra of row.querySelectorAll(".by-number")) extra.hidden = true;
      const label = row.querySelector("label");
      const circles = document.createElement("div");
      circles.className = "circles";
      circles.setAttribute("role", "group");
      circles.setAttribute("aria-label", label.textContent.trim());
      for (let index = 0; index < Number(row.dataset.circles); index++) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "circle";
        button.dataset.label = `${label.textContent.trim()} ${index + 1}`;
        button.setAttribute("aria-label", button.dataset.label);
        button.addEventListener("click", () => toggle(row.dataset.place, index));
        circles.append(button);
      }
      row.append(circles);
    }
    for (const button of form.querySelectorAll("[data-fill]")) {
      button.hidden = false;
      button.addEventListener("click", () => {
        readPlacement(button.dataset.fill);
        showPlacement();
      });
    }
  }

  // --- One set of listeners for whatever is swapped in ------------------------------------------------------------

  function act(event) {
    const circle = event.target.closest?.("svg .circle[role=checkbox]");
    if (!circle || !placementForm()) return;
    event.preventDefault();
    toggle(circle.dataset.kind, Number(circle.dataset.index));
  }

  document.addEventListener("click", act);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") act(event);
  });

  // The same question is left alone, with whatever has been placed so far.
  document.addEventListener("asked", (event) => {
    if (!placementForm()) return;
    if (event.detail.anew) readPlacement("input");
    makeCircles();
    showPlacement();
  });
})();
