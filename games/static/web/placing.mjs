// Where a card lies beside the thing that it is about.

const GAP = 8;

/** The upper left corner: below the thing if there is room, else above it, and always within the room. */
export function besides(thing, card, room) {
  const below = thing.bottom + GAP;
  const above = thing.top - GAP - card.height;
  const top = below + card.height <= room.height || above < 0 ? below : above;
  return {
    left: within(thing.left, room.width - card.width - GAP),
    top: within(top, room.height - card.height - GAP),
  };
}

const within = (place, most) => Math.max(GAP, Math.min(place, most));

/** The place after another one in a row of so many: its ends are the ends. */
export const step = (place, by, count) => Math.max(0, Math.min(place + by, count - 1));
