// The lines of one's plan in another order: a line is dragged, or moved by Alt and an arrow key. Without scripts, and
// for fingers, each has a button that moves it up. The whole new order is sent at once.

import { tell } from "./news.mjs";
import { indexAt, orderAfterMove, stepped } from "./ordering.mjs";

const STEPS = { ArrowUp: -1, ArrowDown: 1 };

const list = () => document.querySelector("#question .plan ol");
const lines = () => [...(list()?.children ?? [])];
const lineOf = (element) => element.closest?.("#question .plan li");
const textOf = (line) => line.querySelector("span").textContent;
const isSending = () => Boolean(document.querySelector("#question .htmx-request"));

// The line that was moved by what is being sent: where it will stand, and which of its buttons had the focus.
let moved = null;
// So many steps more, by keys that were pressed meanwhile.
let steps = 0;

/** Let the lines be moved, where there are several. */
export function showMovable() {
  const all = lines();
  for (const line of all.length > 1 ? all : []) {
    line.draggable = true;
    line.tabIndex = 0;
    line.setAttribute("aria-keyshortcuts", "Alt+ArrowUp Alt+ArrowDown");
    line.setAttribute("aria-describedby", "plan-how");
  }
}

/**
 * What was sent from the question was answered, or nobody answered: lead to the line that was moved, in its new place,
 * and tell of it. Whether there is one.
 */
export function afterMove(isDone) {
  const [to, more] = [moved, steps];
  [moved, steps] = [null, 0];
  if (!isDone && before.some((line) => line.isConnected)) restore();
  const line = isDone && to ? lines()[to.place] : null;
  if (!line) return false;
  (line.querySelector(`button[value="${to.button}"]`) ?? line).focus({ preventScroll: true });
  line.scrollIntoView({ block: "nearest" });
  const told = list()
    .dataset.moved.replace("#line", textOf(line))
    .replace("#place", to.place + 1);
  tell(told);
  // When everybody has heard of this answer.
  if (more) setTimeout(() => move(line, more));
  return true;
}

function move(line, by) {
  const all = lines();
  const from = all.indexOf(line);
  const to = stepped(all.length, from, by);
  if (from >= 0 && from !== to) send(line, orderAfterMove(all.length, from, to), to);
}

function send(line, order, place) {
  const submit = list().closest(".plan").querySelector("button[value=order]");
  const focused = document.activeElement?.closest("button");
  submit.form.elements.order.value = order.join();
  moved = { place, button: line.contains(focused) ? focused.value : "" };
  // Just put in its place, htmx may not know it yet.
  window.htmx?.process(submit.form);
  submit.click();
}

// --- By keys --------------------------------------------------------------------------------------------------------

function pressKey(event) {
  const line = lineOf(event.target);
  if (!line?.draggable || !event.altKey || !(event.key in STEPS)) return;
  event.preventDefault();
  if (!isSending()) move(line, STEPS[event.key]);
  else if (moved) steps += STEPS[event.key];
}

// --- By dragging ----------------------------------------------------------------------------------------------------

let dragged = null;
let before = [];
let dropped = false;

function beginDrag(event) {
  const line = lineOf(event.target);
  if (line !== event.target) return;
  if (isSending()) {
    event.preventDefault();
    return;
  }
  [dragged, before, dropped] = [line, lines(), false];
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", textOf(line));
  // As long as it is there, live.mjs leaves the page as it is.
  line.classList.add("dragged");
  document.dispatchEvent(new Event("held"));
}

function dragOver(event) {
  if (!dragged || !event.target.closest?.(".plan")) return;
  event.preventDefault();
  const others = lines().filter((line) => line !== dragged);
  const middles = others.map((line) => line.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
  const next = others[indexAt(middles, event.clientY)] ?? null;
  if (dragged.nextElementSibling !== next) list().insertBefore(dragged, next);
}

function endDrag() {
  if (!dragged) return;
  const now = lines();
  const order = now.map((line) => before.indexOf(line));
  dragged.classList.remove("dragged");
  if (dropped && order.some((index, place) => index !== place)) send(dragged, order, now.indexOf(dragged));
  else restore();
  dragged = null;
  document.dispatchEvent(new Event("released"));
}

function restore() {
  list()?.append(...before);
}

// --- Listening ------------------------------------------------------------------------------------------------------

/** Listen once for whatever is swapped in. */
export function listen() {
  document.addEventListener("keydown", pressKey);
  document.addEventListener("submit", (event) => {
    const line = lineOf(event.target);
    if (line && event.submitter?.value === "up") moved = { place: lines().indexOf(line) - 1, button: "up" };
  });
  document.addEventListener("dragstart", beginDrag);
  document.addEventListener("dragover", dragOver);
  document.addEventListener("drop", (event) => {
    if (!dragged || !event.target.closest?.(".plan")) return;
    event.preventDefault();
    dropped = true;
  });
  // What is dropped is sent now, not before: the answer takes away what was dragged, and its drag would never end.
  document.addEventListener("dragend", endDrag);
}
