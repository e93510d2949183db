// What scripts add to the game page. All of it works by plain forms too; nothing about the rules is known here.
// A form of a game's own has a script of its own, which is told by the event "asked" on the document that a question
// stands there: detail.anew says whether it is another one.

import { forgetPicks, listen, onSelectionToggled, showPicks } from "./choice.mjs";
import { remember, tell, tellWhatIsNew } from "./news.mjs";
import { afterMove, listen as listenForMoves, showMovable } from "./plan-lines.mjs";
import { showPlaces } from "./plan-places.mjs";
import { countText, isSelection, selectionOf, showSelections } from "./selections.mjs";
import { followSize } from "./sheet.mjs";
import { onWidthChange } from "./width.mjs";

const question = () => document.getElementById("question");

// The part of the page from which something was sent, by its id.
let answering = "";
let askedLast = "";
let hintLast = null;

function begin() {
  const current = question();
  if (!current) return;
  followSize(current);
  const { turn, taken } = current.dataset;
  const asked = `${turn}:${taken}:${"early" in current.dataset}:${"error" in current.dataset}`;
  const anew = asked !== askedLast;
  if (anew) {
    askedLast = asked;
    forgetPicks();
  }
  tellHint();
  showPicks();
  showSelections();
  showMovable();
  showPlaces();
  document.dispatchEvent(new CustomEvent("asked", { detail: { anew } }));
}

// What the coach has found comes by itself, without a question that is swapped.
function tellHint() {
  const told = document.querySelector("#coach [data-told]")?.dataset.told ?? "";
  if (told && hintLast === "") document.getElementById("news").textContent = told;
  hintLast = told;
}

function isSameQuestion(old, fresh) {
  return (
    Boolean(old.dataset.turn) &&
    old.dataset.turn === fresh?.dataset?.turn &&
    old.dataset.taken === fresh.dataset.taken &&
    old.dataset.digest === fresh.dataset.digest &&
    "early" in old.dataset === "early" in fresh.dataset &&
    !("error" in fresh.dataset) &&
    !("error" in old.dataset)
  );
}

// What somebody is writing for later stays until other lines are kept, or until it was sent.
const isBeingWritten = (old, fresh) =>
  old.classList.contains("said") &&
  Boolean(old.dataset.digest) &&
  old.dataset.digest === fresh?.dataset?.digest &&
  answering !== old.id;

const isAsking = (section) => Boolean(section.dataset.turn) && !("early" in section.dataset);

// The same question is left alone, with whatever has been chosen or placed so far; what was folded stays so, until
// something new is asked. (live.mjs says when the page asks for its parts.)
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const fresh = fragment?.querySelector?.(`#${target.id}`) ?? fragment;
  if (target.id === "question" && isSameQuestion(target, fresh)) event.detail.shouldSwap = false;
  if (isBeingWritten(target, fresh)) event.detail.shouldSwap = false;
  for (const fold of target.querySelectorAll("details[id]")) {
    const next = fresh?.querySelector?.(`#${fold.id}`);
    if (next) next.open = fold.open || (fold.id === "sheet" && isAsking(fresh));
  }
});
document.addEventListener("htmx:beforeSend", (event) => {
  const { elt, requestConfig } = event.detail;
  // Talk is beside the game: nobody is led anywhere by it.
  const isAnswer = requestConfig.verb === "post" && !elt.closest("[data-aside]");
  answering = isAnswer ? (elt.closest(".said")?.id ?? "question") : "";
  // What was chosen is sent now, and not true of the next question.
  if (answering) tell("");
});
document.addEventListener("htmx:afterSettle", begin);
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const isDone = detail.xhr.status === 200;
  // An early question is asked on, with another plan.
  if (answering === "question" && isDone) forgetPicks();
  begin();
  if (answering && !afterMove(isDone)) document.getElementById(answering)?.focus({ preventScroll: true });
  // Who just answered is led to the question; who waited hears that there is one. What came is in its place in a moment.
  const isLed = Boolean(answering);
  setTimeout(() => tellWhatIsNew({ isLed }), 50);
  answering = "";
});
// What a game's own form has to say.
document.addEventListener("told", (event) => tell(event.detail));

document.addEventListener("change", (event) => {
  const selection = event.target.closest ? selectionOf(event.target) : null;
  if (!selection || !isSelection(selection)) return;
  showSelections();
  tell(countText(selection));
});
// "toggle" does not bubble.
document.addEventListener(
  "toggle",
  (event) => {
    if (!isSelection(event.target)) return;
    onSelectionToggled(event.target);
    showSelections();
  },
  true,
);
// What was not shown was not measured.
onWidthChange(showPlaces);
listenForMoves();
listen();
function start() {
  begin();
  remember();
}

document.addEventListener("DOMContentLoaded", start);
if (document.readyState !== "loading") start();
