// What is being written to the others, or for oneself, is never lost: the page's own updates leave it as it is, and
// what is not sent yet is kept in this window, should the page be loaded anew.

const drafts = () => document.querySelectorAll("textarea[data-draft]");
const nameOf = (area) => `draft ${area.dataset.draft}`;
const list = () => document.querySelector("#talk .talk-list");

// The site tidies the space between words.
const isSame = (one, other) => one.replace(/\s+/g, "") === other.replace(/\s+/g, "");

function keep(area) {
  try {
    if (area.value === area.defaultValue) sessionStorage.removeItem(nameOf(area));
    else sessionStorage.setItem(nameOf(area), area.value);
  } catch {
    // Without storage it is only kept as long as the page stands.
  }
}

function restore(area) {
  try {
    const kept = sessionStorage.getItem(nameOf(area));
    // What a plain form has sent is kept by the site now, unless it never came there.
    if (kept !== null && isSame(kept, area.defaultValue)) sessionStorage.removeItem(nameOf(area));
    else if (kept !== null && !area.readOnly) {
      area.value = kept;
      area.closest("details")?.setAttribute("open", "");
    }
  } catch {
    // See above.
  }
}

// The newest message is the last one.
function showNewest() {
  if (list()) list().scrollTop = list().scrollHeight;
}

document.addEventListener("input", ({ target }) => {
  if (target.matches?.("textarea[data-draft]")) keep(target);
});
// What is typed on while a message is under way is not said yet.
let sent = "";
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt.id === "talk-form") sent = document.getElementById("talk-text").value;
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const area = document.getElementById("talk-text");
  // For htmx a refusal whose reason is shown is a success, too.
  if (detail.elt.id !== "talk-form" || detail.xhr.status !== 200 || !area) return;
  if (new URL(detail.xhr.responseURL).pathname !== new URL(detail.elt.action).pathname) {
    // It is the page to sign in that has answered: nothing was said.
    location.reload();
    return;
  }
  // A greeting says nothing of what is being written.
  if (detail.requestConfig?.triggeringEvent?.submitter?.name === "greeting") return;
  area.value = area.value.startsWith(sent) ? area.value.slice(sent.length).trimStart() : area.value;
  area.defaultValue = "";
  keep(area);
});
document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target.id === "talk-list") showNewest();
});

for (const area of drafts()) restore(area);
showNewest();
