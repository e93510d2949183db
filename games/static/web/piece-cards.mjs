// The card of a drawn thing (data-piece): what it is called, does and costs, and who owns it. It opens over the page when
// the thing is pointed at, focused or tapped. Cards are in the page (#piece-cards); on a page of rules a thing is
// explained on the page itself. What can be chosen is chosen by a click or tap: its card opens when it is pressed for long.

import { readOnlyWhatIsUsed } from "./reading.mjs";
import { besides, step } from "./placing.mjs";

const PIECES = "svg.board-drawing [data-piece]";
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const OPEN_AFTER = 400;
const CLOSE_AFTER = 300;
const LONG = 500;

const card = document.createElement("div");
card.id = "piece-card";
card.className = "piece-card";
card.popover = "manual";
card.setAttribute("role", "dialog");
document.body.append(card);

let shown = null;
let timer = 0;

const pieceOf = (target) => {
  const piece = target.closest?.(PIECES);
  // A folded board unfolds when it is tapped; a circle is filled.
  return piece?.closest("summary") || target.closest?.("[role=checkbox]") ? null : piece;
};

function content(name) {
  const told = document.querySelector(`#piece-cards [data-card="${CSS.escape(name)}"]`);
  if (told) return [...told.cloneNode(true).childNodes, rulesLink(told.parentElement.dataset, name)];
  const explained = document.getElementById(name);
  if (!explained) return [];
  const parts = [...explained.querySelectorAll("h3, p")].map((part) => part.cloneNode(true));
  for (const part of parts) part.removeAttribute("id");
  const link = document.createElement("a");
  link.href = `#${name}`;
  link.append(...(parts[0]?.childNodes ?? []));
  parts[0]?.append(link);
  return parts;
}

function rulesLink(cards, name) {
  const link = document.createElement("a");
  link.href = `${cards.rules}#${name}`;
  link.append(cards.link);
  const line = document.createElement("p");
  line.className = "small";
  line.append(link);
  return line;
}

function show(piece) {
  clearTimeout(timer);
  if (shown === piece) return;
  const parts = content(piece.dataset.piece);
  if (!parts.length) return;
  shown = piece;
  card.replaceChildren(...parts);
  card.setAttribute("aria-label", card.querySelector("h3").textContent);
  card.showPopover();
  card.scrollTop = 0;
  place();
}

function place() {
  if (!shown) return;
  if (!shown.isConnected) {
    hide();
    return;
  }
  const sheet = document.getElementById("question");
  const isSheet = sheet && getComputedStyle(sheet).position === "fixed";
  const room = { width: document.documentElement.clientWidth, height: isSheet ? sheet.offsetTop : innerHeight };
  const { left, top } = besides(shown.getBoundingClientRect(), card.getBoundingClientRect(), room);
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
}

function hide() {
  clearTimeout(timer);
  if (!shown) return;
  shown = null;
  card.hidePopover();
}

function later(action, wait) {
  clearTimeout(timer);
  timer = setTimeout(action, wait);
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const piece = pieceOf(event.target);
  if (piece) later(() => show(piece), OPEN_AFTER);
  else if (card.contains(event.target)) clearTimeout(timer);
  else if (shown && !card.contains(document.activeElement)) later(hide, CLOSE_AFTER);
  else clearTimeout(timer);
});
document.addEventListener("focusin", (event) => {
  const piece = pieceOf(event.target);
  if (piece && event.target.matches(":focus-visible")) show(piece);
  else if (!piece && !card.contains(event.target)) hide();
});
// A finger that stays on a thing wants to know what it is, and not to choose it.
let pressed = 0;
let wasLong = false;
document.addEventListener("pointerdown", (event) => {
  wasLong = false;
  const piece = event.pointerType === "touch" && pieceOf(event.target);
  if (!piece) return;
  pressed = setTimeout(() => {
    wasLong = true;
    show(piece);
  }, LONG);
});
for (const ending of ["pointerup", "pointercancel"]) document.addEventListener(ending, () => clearTimeout(pressed));
document.addEventListener(
  "click",
  (event) => {
    const piece = pieceOf(event.target);
    if (piece && wasLong) {
      event.stopPropagation();
      event.preventDefault();
    } else if (piece && !piece.matches(".lit")) show(piece);
    else if (!card.contains(event.target) || event.target.closest("a")) hide();
  },
  { capture: true },
);
document.addEventListener("contextmenu", (event) => {
  if (wasLong && pieceOf(event.target)) event.preventDefault();
});
addEventListener("scroll", place, { passive: true, capture: true });
addEventListener("resize", place);

// Before the scripts for whom a key means something else.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && shown) {
      if (card.contains(event.target)) shown.focus({ preventScroll: true });
      hide();
      event.stopPropagation();
    } else if (event.target.matches?.(PIECES)) goOn(event);
  },
  { capture: true },
);

// Within a drawing the arrows lead from thing to thing, and Enter into the card of one that cannot be chosen.
function goOn(event) {
  const pieces = [...event.target.closest("svg").querySelectorAll("[data-piece]")].filter(pieceOf);
  if (event.key in STEPS) pieces[step(pieces.indexOf(event.target), STEPS[event.key], pieces.length)]?.focus();
  else if (event.key === "Enter" && !event.target.matches(".lit")) card.querySelector("a")?.focus();
  else return;
  event.preventDefault();
}

// One stop of the tab key for each drawing, besides what can be chosen.
function makeReachable() {
  if (shown && !shown.isConnected) hide();
  for (const drawing of document.querySelectorAll("svg.board-drawing")) {
    const others = [...drawing.querySelectorAll("[data-piece]:not(.lit)")].filter(pieceOf);
    for (const [place, piece] of others.entries()) {
      piece.tabIndex = place ? -1 : 0;
      nameByCard(piece);
    }
    readOnlyWhatIsUsed(drawing);
  }
}

// A thing in a drawing that is described beside it is read out by its name alone; the card says the rest.
function nameByCard(piece) {
  const name = document.querySelector(`#piece-cards [data-card="${CSS.escape(piece.dataset.piece)}"] h3`);
  if (!name || !piece.closest("[data-described]")) return;
  piece.setAttribute("role", "button");
  piece.setAttribute("aria-haspopup", "dialog");
  piece.setAttribute("aria-label", name.textContent);
}

document.addEventListener("htmx:afterSettle", makeReachable);
makeReachable();
