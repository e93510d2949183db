// Choosing an answer by the drawn things that it belongs to: each picked thing narrows the offers down.
// An offer is any object with `targets`, the names of its things. Nothing here knows the page.

/** The offers that have all picked targets. A target picked twice stands for the offers that have nothing else. */
export function fitting(offers, picked) {
  const parts = new Set(picked);
  const all = offers.filter(({ targets }) => [...parts].every((part) => targets.includes(part)));
  const alone = all.filter(({ targets }) => targets.length === parts.size);
  return picked.length > parts.size && alone.length ? alone : all;
}

/**
 * What a click on a target means: { confirmed } if it was the only offer left and has the target, { picked } with the
 * targets that are picked from now on, or null if no offer has the target.
 */
export function pick(offers, picked, target) {
  if (!fitting(offers, [target]).length) return null;
  const before = picked.length ? fitting(offers, picked) : [];
  if (before.length === 1 && before[0].targets.includes(target)) return { confirmed: before[0] };
  const more = [...picked, target];
  return { picked: fitting(offers, more).length ? more : [target] };
}
