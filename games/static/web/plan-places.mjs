// The places of wishes in one's plan, on the drawn things that they are about. The options say them too, and are what
// screen readers read.

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 9.5;
const DIGIT = 7;
/** How far its middle is from the corner, so that little of the thing is covered. */
const OUTSIDE = 2;

/** Draw them as the options have them now, on the first of equal things in every drawing. */
export function showPlaces() {
  for (const old of document.querySelectorAll("svg .wish-place")) old.remove();
  for (const [target, places] of placesByTarget()) {
    for (const drawing of document.querySelectorAll("svg.board-drawing")) {
      const part = drawing.querySelector(`.lit[data-target="${CSS.escape(target)}"]`);
      // What is not shown now has no size.
      if (part?.getBBox().width) part.append(badge(part.getBBox(), places.join("·")));
    }
  }
}

function placesByTarget() {
  const found = new Map();
  for (const offer of document.querySelectorAll("#question .offer")) {
    const place = Number(offer.querySelector(".place")?.textContent);
    for (const target of place ? offer.dataset.targets.split("|") : []) {
      found.set(
        target,
        [...new Set([...(found.get(target) ?? []), place])].sort((one, other) => one - other),
      );
    }
  }
  return found;
}

function badge({ x, y }, text) {
  const width = Math.max(2 * RADIUS, text.length * DIGIT + RADIUS);
  const left = -RADIUS - OUTSIDE;
  const group = element("g", { class: "wish-place", "aria-hidden": "true", transform: `translate(${x} ${y})` });
  group.append(
    element("rect", { x: left, y: left, width, height: 2 * RADIUS, rx: RADIUS }),
    element("text", { x: left + width / 2, y: 4.5 - OUTSIDE, "text-anchor": "middle" }, text),
  );
  return group;
}

function element(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.textContent = text;
  return made;
}
