// Keys for a replay: arrows step, Home and End go to its ends. The entry that is shown stays in sight.

const STEPS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  if (event.target.closest?.("input, select, textarea, [contenteditable]")) return;
  const link = STEPS[event.key] && document.querySelector(`a[data-step="${STEPS[event.key]}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

// Who used a link that is gone now goes on from its successor.
let used = null;
document.addEventListener("htmx:beforeSwap", () => {
  const focused = document.activeElement;
  used = focused?.closest("#replay") ? { step: focused.dataset.step, label: focused.getAttribute("aria-label") } : null;
});
document.addEventListener("htmx:afterSettle", () => {
  show();
  if (!used) return;
  const next = [...document.querySelectorAll("#replay a")].find(
    (link) =>
      (used.step && link.dataset.step === used.step) || (used.label && link.getAttribute("aria-label") === used.label),
  );
  (next ?? document.getElementById("moment-heading"))?.focus({ preventScroll: true });
  used = null;
});

function show() {
  const entry = document.querySelector(".past [aria-current=step]");
  const list = entry?.closest("ol");
  if (list) list.scrollTop = entry.offsetTop - list.offsetTop - (list.clientHeight - entry.offsetHeight) / 2;
}

show();
