// Keeps an open page up to date. A stream says that something has changed, never what: the page then asks for its parts,
// by the addresses that it polls where there is no stream. A hidden page holds no stream and polls slowly, so that its
// title and its icon still tell whose turn it is.

import { Stream } from "./stream.mjs";
import { showInTab } from "./tab.mjs";
import { hasFittingDrawings, onWidthChange, tellWidth } from "./width.mjs";

const { stream: address, mine } = document.querySelector("script[data-stream]").dataset;
const HIDDEN_MS = 30_000;
const BESIDE_A_STREAM_MS = 60_000;
const TURNS_MS = 15_000;

const follow = () => document.getElementById("follow");
const myTurns = () => document.getElementById("my-turns");
// "12", or "12.3": the third change that only this person can see.
const shownVersion = () => (follow()?.dataset.version ? Number.parseInt(follow().dataset.version, 10) : told);

// --- Asking for the parts of a game that may have changed -----------------------------------------------------------

let requesting = false; // htmx waits for an answer; what is asked meanwhile would end with the part that it replaces
let wanted = false; // something was to be asked for meanwhile
let told = 0; // the newest version of the game that the stream has told of

// Nothing is put in the place of what somebody drags.
const isHeld = () => Boolean(document.querySelector(".dragged"));

function askForGame() {
  wanted = requesting || isHeld();
  if (wanted || !follow()?.hasAttribute("hx-get") || !window.htmx) return;
  window.htmx.trigger(follow(), "wake");
  if (requesting) return;
  // It came with parts that were put in their places while it was asked for itself, and htmx does not know it yet.
  window.htmx.process(follow());
  window.htmx.trigger(follow(), "wake");
}

// Drawings that the page has already are not sent again.
document.addEventListener("htmx:configRequest", (event) => {
  const { shown } = follow()?.dataset ?? {};
  if (shown) event.detail.headers["X-Shown-Drawings"] = shown;
  // Nothing need have changed for those of another width to come. Another window may have told its own width since.
  if (event.detail.elt === follow() && !hasFittingDrawings()) {
    tellWidth();
    event.detail.path = event.detail.path.replace(/version=[\d.]+/, "version=0");
  }
});
document.addEventListener("htmx:beforeSend", (event) => {
  // The answer brings all parts: those asked for before would come late, and put older ones in their places.
  if (event.detail.requestConfig?.verb === "post" && follow()) window.htmx.trigger(follow(), "htmx:abort");
  requesting = true;
});
document.addEventListener("htmx:afterRequest", (event) => {
  requesting = false;
  // What was told meanwhile may be newer than what has come, and the window may have changed while drawings for its
  // former width were on their way; what has come has its attributes after a moment.
  setTimeout(() => {
    if (wanted || told > shownVersion() || (event.detail.successful && !hasFittingDrawings())) askForGame();
  }, 50);
});
document.addEventListener("htmx:afterSettle", showInTab);
document.addEventListener("held", () => {
  if (!requesting) return;
  wanted = true;
  window.htmx.trigger(follow(), "htmx:abort");
});
document.addEventListener("released", () => {
  if (wanted) askForGame();
});

// --- Asking for one's turns, and for the lists of this page ---------------------------------------------------------

let asking = false;
let again = false;
let over = false; // signed out elsewhere: nothing more to ask for

async function askForTurns() {
  if (!mine || over) return;
  again = asking;
  if (asking) return;
  asking = true;
  try {
    const whole = document.querySelector("[data-refresh]");
    const part = `${mine}?known=${myTurns()?.dataset.count ?? ""}${document.hidden ? "&hidden" : ""}`;
    const response = await fetch(whole ? location.href : part, { cache: "no-store" });
    over = response.redirected && !whole;
    if (response.status === 200 && !over) show(await response.text());
  } catch {
    // The server is away: the next tick asks again.
  }
  asking = false;
  if (again) askForTurns();
}

// Only what is another than before is put in its place; who had the focus in it keeps it where that is still there.
function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  for (const old of document.querySelectorAll("#my-turns, [data-refresh]")) {
    const next = fresh.getElementById(old.id);
    if (!next || next.outerHTML === old.outerHTML) continue;
    const focused = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    old.replaceWith(next);
    if (focused) [next, ...next.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
  }
  showInTab();
}

// --- When to ask ----------------------------------------------------------------------------------------------------

let askedForTurns = Date.now();
let ticking = 0;

const stream = new Stream(address, {
  // What has changed before it was open, nobody has told.
  opened: tick,
  failed: wait,
  reopen: openStream,
  events: {
    game(version) {
      told = Number(version);
      if (told > shownVersion()) askForGame();
    },
    // Also told of what only this person can see, which may be in this game.
    turns() {
      if (follow()?.hasAttribute("data-seated")) askForGame();
      askForTurns();
    },
  },
});

function openStream() {
  if (!document.hidden && !over) stream.open();
}

function tick() {
  askForGame();
  if (stream.isOpen || document.hidden || Date.now() - askedForTurns >= TURNS_MS) {
    askedForTurns = Date.now();
    askForTurns();
  }
  wait();
}

function wait() {
  clearTimeout(ticking);
  const polled = Number(follow()?.dataset.every ?? 0) * 1000 || TURNS_MS;
  ticking = setTimeout(tick, document.hidden ? HIDDEN_MS : stream.isOpen ? BESIDE_A_STREAM_MS : polled);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) stream.close();
  else openStream();
  if (document.hidden) wait();
  else tick();
});
// A page that is kept for going back to must not hold a stream, and is out of date when one comes back.
window.addEventListener("pagehide", () => stream.close());
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  openStream();
  tick();
});
onWidthChange(() => {
  tellWidth();
  if (!hasFittingDrawings()) askForGame();
});

tellWidth();
if (!hasFittingDrawings()) askForGame();
showInTab();
openStream();
wait();
