// What a search in a text looks for: all its words, wherever they stand, without regard to case and accents.

/** A text as it is compared. */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a query. */
export const words = (query) => plain(query).split(/\s+/).filter(Boolean);

/** Whether a text has all these words in it. */
export const has = (text, wanted) => {
  const compared = plain(text);
  return wanted.every((word) => compared.includes(word));
};
