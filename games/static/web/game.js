"use strict";
// What scripts add to the game page. All of it works by plain forms too; nothing about the rules is known here:
// offers say which drawn things they belong to (data-targets), a placement says how many circles there are.

(() => {
  const question = () => document.getElementById("question");
  const choiceForm = () => document.querySelector("#question form[data-form=choice]");
  const placementForm = () => document.querySelector("#question form[data-form=placement]");

  // --- Choosing by what is lit: each click narrows the offers down; one left can be confirmed ---------------------

  let picked = [];

  const offers = () => [...(choiceForm()?.querySelectorAll(".offer") ?? [])];
  const targetsOf = (offer) => offer.dataset.targets.split("|");
  const fitting = (targets) => offers().filter((offer) => targets.every((target) => targetsOf(offer).includes(target)));
  const drawn = (targets) =>
    [...document.querySelectorAll("svg .lit[data-target]")].filter((part) => targets.includes(part.dataset.target));

  function pick(target) {
    const before = picked.length ? fitting(picked) : [];
    if (before.length === 1 && targetsOf(before[0]).includes(target)) {
      before[0].click();
      return;
    }
    picked = fitting([...picked, target]).length ? [...picked, target] : [target];
    showPicked();
  }

  function unpick() {
    picked = [];
    showPicked();
  }

  function showPicked() {
    const form = choiceForm();
    if (!form) return;
    const candidates = picked.length ? fitting(picked) : [];
    const chosen = candidates.length === 1 ? candidates[0] : null;
    form.querySelector(".offers").classList.toggle("narrowed", candidates.length > 0);
    for (const offer of offers()) {
      offer.classList.toggle("candidate", candidates.includes(offer));
      offer.classList.toggle("chosen", offer === chosen);
    }
    mark("chosen", chosen ? targetsOf(chosen) : picked);
    form.querySelector("[data-confirm]").hidden = candidates.length === 0;
    form.querySelector("[data-confirm] .main").hidden = !chosen;
    if (chosen) {
      openSheet();
      chosen.scrollIntoView({ block: "nearest" });
    }
    tell(candidates);
  }

  function mark(name, targets) {
    for (const part of document.querySelectorAll(`svg .lit.${name}`)) part.classList.remove(name);
    for (const part of drawn(targets)) part.classList.add(name);
  }

  // Option and drawing show each other; what a drawn thing would bring is told in words too. An option says it itself,
  // and a line appearing above it would move it away from under the pointer.
  function aim(aimed, drawing) {
    for (const offer of offers()) offer.classList.toggle("aimed", aimed.includes(offer));
    mark("aimed", aimed.flatMap(targetsOf));
    if (drawing) tell(aimed.length ? aimed : picked.length ? fitting(picked) : []);
  }

  function tell(told) {
    const line = choiceForm()?.querySelector(".told");
    if (line) line.textContent = told.length === 1 ? [...told[0].children].map((part) => part.textContent).join(": ") : "";
  }

  function openSheet() {
    const sheet = document.getElementById("sheet");
    if (sheet) sheet.open = true;
  }

  // --- Placing colonists: circles, in the list and on the board, say the same ------------------------------------
  // Where it matters who stands there, a circle goes from empty to a colonist to a noble and back.

  const EMPTY = 0;
  const COLONIST = 1;
  const NOBLE = 2;
  let placed = new Map();
  let placedFor = "";

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
    const ennobled = circles[index] === COLONIST && inputOf(rowOf(place), "nobles") && noblesLeft() > 0;
    circles[index] = ennobled ? NOBLE : circles[index] ? EMPTY : COLONIST;
    showPlacement();
  }

  // Nobles not named go where it does not matter, from the first place on.
  function workers() {
    let spare = noblesLeft();
    const ennobled = ([place, circles]) => {
      const asked = inputOf(rowOf(place), "nobles");
      return [place, circles.map((worker) => (worker === COLONIST && !asked && spare-- > 0 ? NOBLE : worker))];
    };
    return new Map([...placed].map(ennobled));
  }

  function flash() {
    const line = placementForm().querySelector(".left");
    openSheet();
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
    line.textContent = left === 0 ? line.dataset.none : `${line.dataset.some} ${left}`;
    form.querySelector("[data-done]").disabled = left !== 0;
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
    if (circle && placementForm()) {
      toggle(circle.dataset.kind, Number(circle.dataset.index));
      return true;
    }
    const lit = event.target.closest?.("svg .lit[data-target]");
    if (lit && choiceForm()) {
      pick(lit.dataset.target);
      return true;
    }
    return false;
  }

  document.addEventListener("click", (event) => {
    if (act(event)) event.preventDefault();
    const confirm = event.target.closest?.("[data-confirm] button");
    if (!confirm) return;
    const candidates = fitting(picked);
    if (confirm.classList.contains("main") && candidates.length === 1) candidates[0].click();
    else unpick();
  });

  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.closest?.("svg") && act(event)) event.preventDefault();
    if (event.key === "Escape" && picked.length) unpick();
  });

  for (const [enter, leave] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    document.addEventListener(enter, (event) => {
      const offer = event.target.closest?.("#question .offer");
      const lit = event.target.closest?.("svg .lit[data-target]");
      if (offer) aim([offer], false);
      else if (lit) aim(fitting([lit.dataset.target]), true);
    });
    document.addEventListener(leave, (event) => {
      if (event.target.closest?.("#question .offer")) aim([], false);
      else if (event.target.closest?.("svg .lit[data-target]")) aim([], true);
    });
  }

  // --- Following the game ------------------------------------------------------------------------------------------

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id === "follow" && document.hidden) event.preventDefault();
  });

  document.addEventListener("visibilitychange", () => {
    const follow = document.getElementById("follow");
    if (!document.hidden && follow && window.htmx) window.htmx.trigger(follow, "wake");
  });

  // The same question is left alone, with whatever has been chosen or placed so far; what was folded stays so, until
  // something new is asked.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    const fresh = fragment?.querySelector?.(`#${target.id}`) ?? fragment;
    if (target.id === "question" && sameQuestion(target, fresh)) event.detail.shouldSwap = false;
    for (const fold of target.querySelectorAll("details[id]")) {
      const next = fresh?.querySelector?.(`#${fold.id}`);
      if (next) next.open = fold.open || (target.id === "question" && Boolean(fresh.dataset.turn));
    }
  });

  function sameQuestion(old, fresh) {
    return (
      Boolean(old.dataset.turn) &&
      old.dataset.turn === fresh?.dataset?.turn &&
      old.dataset.taken === fresh.dataset.taken &&
      !("trouble" in fresh.dataset) &&
      !("trouble" in old.dataset)
    );
  }

  let answering = false;
  document.addEventListener("htmx:beforeSend", (event) => {
    answering = event.detail.requestConfig.verb === "post";
  });
  document.addEventListener("htmx:afterSettle", begin);
  document.addEventListener("htmx:afterRequest", () => {
    begin();
    if (answering) question()?.focus({ preventScroll: true });
    answering = false;
  });

  function begin() {
    const current = question();
    if (!current) return;
    const asked = `${current.dataset.turn}:${current.dataset.taken}:${"trouble" in current.dataset}`;
    if (asked !== placedFor) {
      // Who just answered is led to the new question; who waited hears that there is one.
      if (placedFor && !answering) document.getElementById("news").textContent = current.querySelector("h2").textContent;
      placedFor = asked;
      picked = [];
      if (placementForm()) readPlacement("input");
    }
    makeCircles();
    if (placementForm()) showPlacement();
    else showPicked();
  }

  document.addEventListener("DOMContentLoaded", begin);
  if (document.readyState !== "loading") begin();
})();
