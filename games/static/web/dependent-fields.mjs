// A field that is asked for only beside some values of another one says so: data-shown-if names the other field,
// data-values those values, with "|" between them. Without scripts all fields are shown; the site asks for none that
// does not count.

const dependents = () => document.querySelectorAll("[data-shown-if]");

function show() {
  for (const part of dependents()) {
    const chosen = new FormData(part.closest("form")).getAll(part.dataset.shownIf);
    part.hidden = !part.dataset.values.split("|").some((value) => chosen.includes(value));
  }
}

document.addEventListener("change", show);
show();
