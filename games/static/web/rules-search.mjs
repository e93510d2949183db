// Searching in the rules of a game: only the entries that have all the words are shown. Without scripts the whole page
// is there, and the browser's own search.

import { has, words } from "./searching.mjs";

const ENTRIES = ".entry, .explained article, .examples > li, .chapter > :is(p, ul, dl, .wide, figure), .chapter dl > *";
const FRAMES = ".chapter, .explained, .examples, .chapter dl";

const form = document.querySelector(".rules-search");
const text = document.querySelector(".rules-text");

function search() {
  const wanted = words(form.querySelector("input").value);
  const entries = [...text.querySelectorAll(ENTRIES)];
  for (const entry of entries) entry.hidden = !isFound(entry, wanted);
  // What stands in an entry that was found belongs to it.
  for (const entry of entries) if (entry.parentElement.closest(".entry:not([hidden])")) entry.hidden = false;
  for (const frame of text.querySelectorAll(FRAMES)) {
    frame.hidden = wanted.length > 0 && !entries.some((entry) => frame.contains(entry) && !entry.hidden);
  }
  for (const order of text.querySelectorAll(".chapter nav")) order.hidden = wanted.length > 0;
  tell(wanted.length > 0, entries);
}

function isFound(entry, wanted) {
  if (!wanted.length) return true;
  const heading = entry.closest(".chapter").querySelector("h2");
  return has(heading.textContent, wanted) || has(said(entry), wanted);
}

// What stands in a drawing is not said of it.
function said(part) {
  if (part.nodeName === "svg") return "";
  return part.childNodes.length ? [...part.childNodes].map(said).join("") : part.textContent;
}

function tell(isSearching, entries) {
  const line = form.querySelector("[role=status]");
  const isAnything = entries.some((entry) => !entry.hidden);
  line.textContent = isSearching ? (isAnything ? line.dataset.some : line.dataset.none) : "";
}

// A link to what is hidden now shows everything again.
function showTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest("[hidden]")) return;
  form.querySelector("input").value = "";
  search();
  target.scrollIntoView();
}

form.hidden = false;
form.addEventListener("input", search);
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", showTarget);
search();
