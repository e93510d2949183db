// The one line that screen readers are told of (#news): what has happened, what is asked, what was just chosen. It says
// the latest change only, so that whoever comes upon it reads nothing out of date.

const MOST_LINES = 6;

let newestLine = 0;
let asked = "";

const line = () => document.getElementById("news");
const heading = () => document.querySelector("#question h2")?.textContent.trim() ?? "";
const isAsked = () => Boolean(document.querySelector("#question[data-turn]"));
const entries = () => [...document.querySelectorAll("#log li[value]")];

export function tell(text) {
  if (line() && line().textContent !== text) line().textContent = text;
}

// Without the label that says who entered it.
function wordsOf(entry) {
  const parts = [...entry.childNodes].filter((part) => !part.matches?.(".tag"));
  return parts
    .map((part) => part.textContent)
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * Tell what the page has got since the last time: the newest entries of the log, the oldest of them first, and what is
 * asked. `isLed`: whether the focus is led to the question, which is read out then anyway.
 */
export function tellWhatIsNew({ isLed }) {
  const fresh = entries().filter((entry) => entry.value > newestLine);
  const isAnother = heading() !== asked;
  remember();
  if (!fresh.length && !isAnother) return;
  const happened = fresh.slice(0, MOST_LINES).reverse().map(wordsOf);
  const question = !isLed && (isAnother || isAsked()) ? [heading()] : [];
  tell([...happened, ...question].join(" "));
}

/** What the page shows by now is known. */
export function remember() {
  newestLine = Math.max(0, ...entries().map((entry) => entry.value));
  asked = heading();
}
