// Choosing by what is highlighted on the board: each click narrows the offers down, and one that is left can be
// confirmed. Offers say which drawn things they belong to (data-targets).

import { fitting, pick } from "./narrowing.mjs";
import { tell as say } from "./news.mjs";
import {
  openOnly,
  openSelection,
  openSelectionWith,
  openSheet,
  selectionOf,
  submitSelection,
  tickTarget,
} from "./selections.mjs";

const HIGHLIGHTED = "svg .lit[data-target]";

let picked = [];

const choice = () => document.querySelector("#question [data-choice]");
const buttons = () => [...(choice()?.querySelectorAll(".offer") ?? [])];
const offerOf = (button) => ({ button, targets: button.dataset.targets.split("|") });
const offers = () => buttons().map(offerOf);
const candidates = () => (picked.length ? fitting(offers(), picked) : []);

/** Begin again, with nothing picked. */
export function forgetPicks() {
  picked = [];
}

/** Show what the picked things have left of the offers: in the list, on the board, and in words. */
export function showPicks() {
  const all = choice();
  if (!all) return;
  const left = candidates();
  const chosen = left.length === 1 ? left[0] : null;
  const leftButtons = left.map(({ button }) => button);
  all.classList.toggle("narrowed", left.length > 0);
  for (const button of buttons()) {
    button.classList.toggle("candidate", leftButtons.includes(button));
    button.classList.toggle("chosen", button === chosen?.button);
  }
  for (const part of all.querySelectorAll(".group, li, form"))
    part.classList.toggle("without-candidate", !part.querySelector(".candidate"));
  mark("chosen", chosen ? chosen.targets : picked);
  // An answer that is completed has a button of its own.
  all.querySelector("[data-confirm]").hidden = left.length === 0 || Boolean(chosen && selectionOf(chosen.button));
  nameConfirm(all.querySelector("[data-confirm] .main"), chosen);
  if (chosen) {
    openSheet();
    chosen.button.scrollIntoView({ block: "nearest" });
  }
  tell(left);
}

// Of an option that is in the plan already it takes it out again.
function nameConfirm(main, chosen) {
  main.hidden = !chosen;
  main.dataset.text ??= main.textContent;
  main.textContent = chosen?.button.matches(".planned") ? main.dataset.ofPlanned : main.dataset.text;
}

function clickTarget(target) {
  if (tickTarget(target)) return;
  const outcome = pick(offers(), picked, target);
  if (!outcome) openSelectionWith(target);
  else if (outcome.confirmed) confirm(outcome.confirmed.button);
  else {
    picked = outcome.picked;
    const left = candidates();
    for (const { button } of left) openGroup(button);
    if (left.length === 1) openOnly(selectionOf(left[0].button));
    showPicks();
    say(wordsOf(left));
  }
}

function confirm(button) {
  const selection = selectionOf(button);
  if (selection) submitSelection(selection);
  else button.click();
}

function unpick() {
  forgetPicks();
  openOnly(null);
  showPicks();
  say("");
}

function openGroup(button) {
  const group = button.closest("details.group");
  if (group) group.open = true;
}

function mark(name, targets) {
  for (const part of document.querySelectorAll(`svg .lit.${name}`)) {
    part.classList.remove(name);
    if (name === "chosen") part.removeAttribute("aria-pressed");
  }
  for (const part of document.querySelectorAll(HIGHLIGHTED)) {
    if (!targets.includes(part.dataset.target)) continue;
    part.classList.add(name);
    if (name === "chosen") part.setAttribute("aria-pressed", true);
  }
}

// Option and drawing show each other; what a drawn thing would bring is told in words too. An option says it itself,
// and a line appearing above it would move it away from under the pointer.
function aim(aimed, fromDrawing) {
  const aimedButtons = aimed.map(({ button }) => button);
  for (const button of buttons()) button.classList.toggle("aimed", aimedButtons.includes(button));
  mark(
    "aimed",
    aimed.flatMap(({ targets }) => targets),
  );
  if (fromDrawing) tell(aimed.length ? aimed : candidates());
}

// What the only option says.
function wordsOf(told) {
  return told.length === 1 ? [...told[0].button.children].map((part) => part.textContent.trim()).join(": ") : "";
}

function tell(told) {
  const line = choice()?.querySelector(".told");
  if (!line) return;
  line.textContent = wordsOf(told);
  // The chosen option says it itself; the line stays for who does not see that.
  line.classList.toggle("only-read", candidates().length === 1);
}

function clickHighlighted(event) {
  const part = event.target.closest?.(HIGHLIGHTED);
  if (!part || !choice()) return false;
  clickTarget(part.dataset.target);
  event.preventDefault();
  return true;
}

/** Listen once for whatever is swapped in. */
export function listen() {
  document.addEventListener("click", (event) => {
    if (clickHighlighted(event)) return;
    const button = event.target.closest?.("[data-confirm] button");
    if (!button) return;
    const left = fitting(offers(), picked);
    if (button.classList.contains("main") && left.length === 1) confirm(left[0].button);
    else unpick();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.closest?.("svg")) clickHighlighted(event);
    if (event.key === "Escape" && (picked.length || openSelection())) unpick();
  });
  for (const [enter, leave] of [
    ["pointerover", "pointerout"],
    ["focusin", "focusout"],
  ]) {
    document.addEventListener(enter, (event) => {
      const button = event.target.closest?.("#question .offer");
      const part = event.target.closest?.(HIGHLIGHTED);
      const item = event.target.closest?.("#question .item")?.querySelector("input");
      if (item) mark("aimed", [item.dataset.item]);
      else if (button) aim([offerOf(button)], false);
      else if (part) aim(fitting(offers(), [part.dataset.target]), true);
    });
    document.addEventListener(leave, (event) => {
      if (event.target.closest?.("#question :is(.offer, .item)")) aim([], false);
      else if (event.target.closest?.(HIGHLIGHTED)) aim([], true);
    });
  }
}

/** A selection was opened or closed by hand: it is no longer what a click on the board chose. */
export function onSelectionToggled(selection) {
  const chosen = selection.querySelector(".offer.chosen");
  if (selection.open ? picked.length && !chosen : chosen) {
    forgetPicks();
    showPicks();
  }
}
