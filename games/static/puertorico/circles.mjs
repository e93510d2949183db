// Who stands on which circle while colonists are placed. Nothing here knows the page.
//
// A placement: by place its circles, each EMPTY, COLONIST or NOBLE. `supply`: how many colonists are to be placed in
// all, and how many nobles among them. `asks`: whether it matters at a place who stands there.

export const EMPTY = 0;
export const COLONIST = 1;
export const NOBLE = 2;

/** The circles of a place with so many occupied, nobles first. */
export function circlesOf(size, occupied, nobles) {
  return Array.from({ length: size }, (_, index) => (index < nobles ? NOBLE : index < occupied ? COLONIST : EMPTY));
}

/** How many circles are occupied, or hold this kind of worker. */
export function count(circles, worker) {
  return circles.filter((one) => (worker === undefined ? one !== EMPTY : one === worker)).length;
}

export function total(placement, worker) {
  return [...placement.values()].reduce((sum, circles) => sum + count(circles, worker), 0);
}

export const leftToPlace = (placement, supply) => supply.colonists - total(placement);
const noblesLeft = (placement, supply) => supply.nobles - total(placement, NOBLE);

/**
 * The circles of a place after a click on one: empty, then a colonist, then a noble where that matters and one is left,
 * then empty again. Null if nobody is left to be placed there.
 */
export function afterClick(placement, place, index, supply, asks) {
  const circles = [...placement.get(place)];
  if (circles[index] === EMPTY && leftToPlace(placement, supply) <= 0) return null;
  const becomesNoble = circles[index] === COLONIST && asks(place) && noblesLeft(placement, supply) > 0;
  circles[index] = becomesNoble ? NOBLE : circles[index] === EMPTY ? COLONIST : EMPTY;
  return circles;
}

/** How many nobles must still be named: those that find no circle where it does not matter who stands there. */
export function noblesToName(placement, supply, asks) {
  const elsewhere = [...placement].reduce((sum, [place, circles]) => sum + (asks(place) ? 0 : count(circles)), 0);
  return Math.max(0, noblesLeft(placement, supply) - elsewhere);
}

/** The placement as it is shown: where it does not matter who stands there, nobles that are left take the first circles. */
export function withNobles(placement, supply, asks) {
  let spare = noblesLeft(placement, supply);
  const shown = ([place, circles]) => {
    const fixed = asks(place);
    return [place, circles.map((worker) => (worker === COLONIST && !fixed && spare-- > 0 ? NOBLE : worker))];
  };
  return new Map([...placement].map(shown));
}
