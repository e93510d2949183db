// Completing an answer: the things to choose are boxes in the list, and lie on the board. One selection is open at a
// time; the boxes are what is sent.

import { tell } from "./news.mjs";
import { drawnAsTicked, isEnough, tickedAfterClick } from "./ticking.mjs";

const ALL = "#question [data-choice] details.selection";

export const selections = () => [...document.querySelectorAll(ALL)];
export const selectionOf = (button) => button.closest("details.selection");
export const openSelection = () => selections().find((selection) => selection.open);
/** How many of its things are chosen. */
export const countText = (selection) => countOf(selection).textContent;
export const isSelection = (element) => Boolean(element.matches?.(ALL));

const submitOf = (selection) => selection.querySelector("button[type=submit]");
const boxesOf = (selection) => [...selection.querySelectorAll("input[data-item]")];
const countOf = (selection) => selection.querySelector(".so-many");

/** Open one and close the others; a single one stays open, as there is nothing else to choose. */
export function openOnly(wanted) {
  if (selections().length > 1) for (const selection of selections()) selection.open = selection === wanted;
  else if (wanted) wanted.open = true;
}

/** Tick one more box of this thing in the open selection, after the last one none; whether there is such a box. */
export function tickTarget(target) {
  const selection = openSelection();
  const boxes = selection ? boxesOf(selection).filter((box) => box.dataset.item === target) : [];
  if (!boxes.length) return false;
  const ticked = tickedAfterClick(boxes.map((box) => box.checked));
  const changed = boxes.find((box, index) => box.checked !== ticked[index]);
  boxes.forEach((box, index) => {
    box.checked = ticked[index];
  });
  showSelections();
  tell(countText(selection));
  openSheet();
  changed.closest("label").scrollIntoView({ block: "nearest" });
  return true;
}

/** Open the selection that a thing can be ticked in, while none is open: which one, is clear only of a single one. */
export function openSelectionWith(target) {
  const taking = selections().filter((selection) => boxesOf(selection).some((box) => box.dataset.item === target));
  openSheet();
  if (taking.length === 1) taking[0].open = true;
}

/** Send the answer of a selection, or show what is wrong with it. */
export function submitSelection(selection) {
  if (submitOf(selection).disabled) flash(countOf(selection));
  else submitOf(selection).click();
}

/** Say of each selection how many are ticked, and mark them on the board. */
export function showSelections() {
  for (const selection of selections()) {
    const count = boxesOf(selection).filter((box) => box.checked).length;
    const enough = isEnough(count, selection.dataset);
    const line = countOf(selection);
    const text = line.dataset.countText.replace("#", count);
    if (line.textContent !== text) line.textContent = text;
    line.classList.remove("flash");
    line.classList.toggle("wrong", !enough);
    submitOf(selection).disabled = !enough;
  }
  const open = openSelection();
  document.getElementById("question")?.classList.toggle("explaining", Boolean(open?.querySelector(".item .effect")));
  showOnBoard(open);
}

function showOnBoard(selection) {
  const boxes = selection ? boxesOf(selection) : [];
  const items = boxes.map((box) => box.dataset.item);
  const ticked = boxes.filter((box) => box.checked).map((box) => box.dataset.item);
  for (const drawing of document.querySelectorAll("svg")) {
    const parts = [...drawing.querySelectorAll(".lit[data-target]")];
    const drawn = drawnAsTicked(
      parts.map((part) => part.dataset.target),
      ticked,
    );
    parts.forEach((part, index) => {
      part.classList.toggle("ticked", drawn[index]);
      if (items.includes(part.dataset.target)) part.setAttribute("aria-pressed", drawn[index]);
      else if (!part.matches(".chosen")) part.removeAttribute("aria-pressed");
    });
  }
}

/** On a narrow screen the question is a sheet that may be folded. */
export function openSheet() {
  const sheet = document.getElementById("sheet");
  if (sheet) sheet.open = true;
}

/** Let a line be seen once more. */
export function flash(line) {
  openSheet();
  line.classList.remove("flash");
  void line.offsetWidth;
  line.classList.add("flash");
}
