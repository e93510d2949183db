// What is read out of a drawing that is described beside it (games/board/description.py): only what can be used in it.
// A drawing in which nothing can be used is hidden from screen readers as it comes.

const USED = "[tabindex]";

/** Hide everything in a described drawing but what can get the focus, with what encloses that. */
export function readOnlyWhatIsUsed(drawing) {
  if (!drawing.hasAttribute("data-described")) return;
  if (!drawing.querySelector(USED)) return;
  drawing.removeAttribute("aria-hidden");
  drawing.setAttribute("role", "group");
  hideTheRest(drawing);
}

function hideTheRest(element) {
  for (const part of element.children) {
    if (part.matches(USED)) continue;
    if (part.querySelector(USED)) hideTheRest(part);
    else if (part.tagName !== "defs") part.setAttribute("aria-hidden", "true");
  }
}
