// Completing an answer by boxes, of which several may stand for equal things. Nothing here knows the page.

/** The boxes of a thing after one more click on it: one more is ticked, and after the last none. */
export function tickedAfterClick(ticked) {
  const next = ticked.indexOf(false);
  return ticked.map((was, index) => (next < 0 ? false : was || index === next));
}

/** Of drawn things, by their targets, those that the ticked boxes stand for: as many of equal ones as are ticked. */
export function drawnAsTicked(targets, ticked) {
  const left = [...ticked];
  return targets.map((target) => {
    const found = left.indexOf(target);
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
}

/** Whether so many boxes may be ticked when the answer is given. */
export function isEnough(count, { least, most }) {
  return count >= Number(least) && count <= Number(most);
}
