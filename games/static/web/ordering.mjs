// The order of a list of which one thing is moved. Nothing here knows the page.

/** The indices of so many things, in order, after the one at an index was moved to another. */
export function orderAfterMove(count, from, to) {
  const order = [...Array(count).keys()];
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

/** The index that is so many steps further, as far as the list goes. */
export const stepped = (count, from, steps) => Math.min(Math.max(from + steps, 0), count - 1);

/** Where a dragged thing belongs among the others: before the first one whose middle is below the pointer. */
export const indexAt = (middles, y) => middles.filter((middle) => middle <= y).length;
