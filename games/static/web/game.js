"use strict";
// What scripts add to the game page. All of it works by plain forms too; nothing about the rules is known here:
// offers say which drawn things they belong to (data-targets). A form of a game's own has a script of its own, which is
// told by the event "asked" on the document that a question stands there: detail.anew says whether it is another one.

(() => {
  const question = () => document.getElementById("question");
  const choice = () => document.querySelector("#question [data-choice]");

  // --- Choosing by what is lit: each click narrows the offers down; one left can be confirmed ---------------------

  let picked = [];

  const offers = () => [...(choice()?.querySelectorAll(".offer") ?? [])];
  const targetsOf = (offer) => offer.dataset.targets.split("|");
  // What is picked a second time stands for the answers that belong to nothing else, where there are any.
  const fitting = (targets) => {
    const parts = new Set(targets);
    const all = offers().filter((offer) => [...parts].every((part) => targetsOf(offer).includes(part)));
    const alone = all.filter((offer) => targetsOf(offer).length === parts.size);
    return targets.length > parts.size && alone.length ? alone : all;
  };
  const drawn = (targets) =>
    [...document.querySelectorAll("svg .lit[data-target]")].filter((part) => targets.includes(part.dataset.target));

  function pick(target) {
    if (tick(target)) return;
    if (!fitting([target]).length) {
      showWhatTakes(target);
      return;
    }
    const before = picked.length ? fitting(picked) : [];
    if (before.length === 1 && targetsOf(before[0]).includes(target)) {
      press(before[0]);
      return;
    }
    picked = fitting([...picked, target]).length ? [...picked, target] : [target];
    const candidates = fitting(picked);
    for (const offer of candidates) openGroup(offer);
    if (candidates.length === 1) openOnly(selectionOf(candidates[0]));
    showPicked();
  }

  function unpick() {
    picked = [];
    openOnly(null);
    showPicked();
  }

  // A single one stays open: there is nothing else to choose.
  function openOnly(wanted) {
    if (selections().length > 1) for (const selection of selections()) selection.open = selection === wanted;
    else if (wanted) wanted.open = true;
  }

  function press(offer) {
    const selection = selectionOf(offer);
    if (!selection) offer.click();
    else if (buttonOf(selection).disabled) flash(selection);
    else buttonOf(selection).click();
  }

  function openGroup(offer) {
    const group = offer.closest("details.group");
    if (group) group.open = true;
  }

  function showPicked() {
    const all = choice();
    if (!all) return;
    const candidates = picked.length ? fitting(picked) : [];
    const chosen = candidates.length === 1 ? candidates[0] : null;
    all.classList.toggle("narrowed", candidates.length > 0);
    for (const offer of offers()) {
      offer.classList.toggle("candidate", candidates.includes(offer));
      offer.classList.toggle("chosen", offer === chosen);
    }
    mark("chosen", chosen ? targetsOf(chosen) : picked);
    // An answer that is completed has a button of its own.
    all.querySelector("[data-confirm]").hidden = candidates.length === 0 || Boolean(chosen && selectionOf(chosen));
    all.querySelector("[data-confirm] .main").hidden = !chosen;
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
    const line = choice()?.querySelector(".told");
    if (line) line.textContent = told.length === 1 ? [...told[0].children].map((part) => part.textContent).join(": ") : "";
  }

  function openSheet() {
    const sheet = document.getElementById("sheet");
    if (sheet) sheet.open = true;
  }

  // --- Completing an answer: the things to choose are boxes in the list, and lie on the board ----------------------
  // One selection is open at a time; the boxes are what is sent.

  const selections = () => [...(choice()?.querySelectorAll("details.selection") ?? [])];
  const selectionOf = (offer) => offer.closest("details.selection");
  const openSelection = () => selections().find((selection) => selection.open);
  const buttonOf = (selection) => selection.querySelector("button[type=submit]");
  const boxesOf = (selection) => [...selection.querySelectorAll("input[data-item]")];
  const tickedIn = (selection) => boxesOf(selection).filter((box) => box.checked);

  // The thing may be there more than once: each click takes one more of it, and then none.
  function tick(target) {
    const selection = openSelection();
    const boxes = selection ? boxesOf(selection).filter((box) => box.dataset.item === target) : [];
    if (!boxes.length) return false;
    const next = boxes.find((box) => !box.checked);
    for (const box of next ? [next] : boxes) box.checked = Boolean(next);
    showSelections();
    openSheet();
    (next ?? boxes[0]).closest("label").scrollIntoView({ block: "nearest" });
    return true;
  }

  // Something that answers can be completed with, while none of them is open: which one, is clear only of a single one.
  function showWhatTakes(target) {
    const taking = selections().filter((selection) => boxesOf(selection).some((box) => box.dataset.item === target));
    openSheet();
    if (taking.length === 1) taking[0].open = true;
  }

  function showSelections() {
    for (const selection of selections()) {
      const chosen = tickedIn(selection).length;
      const { least, most } = selection.dataset;
      const fits = chosen >= Number(least) && chosen <= Number(most);
      const line = selection.querySelector(".so-many");
      const said = line.dataset.said.replace("#", chosen);
      if (line.textContent !== said) line.textContent = said;
      line.classList.remove("flash");
      line.classList.toggle("wrong", !fits);
      buttonOf(selection).disabled = !fits;
    }
    showTicked(openSelection());
  }

  function showTicked(selection) {
    const boxes = selection ? boxesOf(selection) : [];
    for (const drawing of document.querySelectorAll("svg")) {
      const left = boxes.filter((box) => box.checked).map((box) => box.dataset.item);
      for (const part of drawing.querySelectorAll(".lit[data-target]")) {
        const { target } = part.dataset;
        const found = left.indexOf(target);
        if (found >= 0) left.splice(found, 1);
        part.classList.toggle("ticked", found >= 0);
        if (boxes.some((box) => box.dataset.item === target)) part.setAttribute("aria-pressed", found >= 0);
        else part.removeAttribute("aria-pressed");
      }
    }
  }

  function flash(selection) {
    const line = selection.querySelector(".so-many");
    openSheet();
    line.classList.remove("flash");
    void line.offsetWidth;
    line.classList.add("flash");
  }

  document.addEventListener("change", (event) => {
    if (event.target.closest?.("#question details.selection")) showSelections();
  });

  // Opened or closed by hand, it is no longer what a click on the board chose.
  document.addEventListener(
    "toggle",
    (event) => {
      if (!event.target.matches?.("#question details.selection")) return;
      const chosen = event.target.querySelector(".offer.chosen");
      if (event.target.open ? picked.length && !chosen : chosen) {
        picked = [];
        showPicked();
      }
      showSelections();
    },
    true,
  );

  // --- One set of listeners for whatever is swapped in ------------------------------------------------------------

  function act(event) {
    const lit = event.target.closest?.("svg .lit[data-target]");
    if (lit && choice()) {
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
    if (confirm.classList.contains("main") && candidates.length === 1) press(candidates[0]);
    else unpick();
  });

  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.closest?.("svg") && act(event)) event.preventDefault();
    if (event.key === "Escape" && (picked.length || openSelection())) unpick();
  });

  for (const [enter, leave] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    document.addEventListener(enter, (event) => {
      const offer = event.target.closest?.("#question .offer");
      const lit = event.target.closest?.("svg .lit[data-target]");
      const item = event.target.closest?.("#question .item")?.querySelector("input");
      if (item) mark("aimed", [item.dataset.item]);
      else if (offer) aim([offer], false);
      else if (lit) aim(fitting([lit.dataset.target]), true);
    });
    document.addEventListener(leave, (event) => {
      if (event.target.closest?.("#question :is(.offer, .item)")) aim([], false);
      else if (event.target.closest?.("svg .lit[data-target]")) aim([], true);
    });
  }

  // --- Following the game (live.js says when) --------------------------------------------------------------------------

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

  let askedLast = "";

  function begin() {
    const current = question();
    if (!current) return;
    const asked = `${current.dataset.turn}:${current.dataset.taken}:${"trouble" in current.dataset}`;
    const anew = asked !== askedLast;
    if (anew) {
      // Who just answered is led to the new question; who waited hears that there is one.
      if (askedLast && !answering) document.getElementById("news").textContent = current.querySelector("h2").textContent;
      askedLast = asked;
      picked = [];
    }
    showPicked();
    showSelections();
    document.dispatchEvent(new CustomEvent("asked", { detail: { anew } }));
  }

  document.addEventListener("DOMContentLoaded", begin);
  if (document.readyState !== "loading") begin();
})();
