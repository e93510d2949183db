// Shows the buttons that copy a field's text, where the browser can; also those that come into the page later.

function show() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
}

if (navigator.clipboard) {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = button.dataset.done;
  });
  document.addEventListener("htmx:afterSettle", show);
  show();
}
