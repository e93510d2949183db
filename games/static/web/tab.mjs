// The title and the icon of the page's tab tell whether it is somebody's turn.

/** The title with the number of games that wait elsewhere; of the page where the question stands, as it is. */
export function titleFor(title, count, isHere) {
  const plain = title.replace(/^\(\d+\) /, "");
  return count && !isHere ? `(${count}) ${plain}` : plain;
}

export function showInTab() {
  const count = Number(document.getElementById("my-turns")?.dataset.count ?? 0);
  const isHere = Boolean(document.querySelector("#question[data-turn]:not([data-early])"));
  const title = titleFor(document.title, count, isHere);
  if (document.title !== title) document.title = title;
  const icon = document.querySelector("link[rel=icon][data-asked]");
  const wanted = icon && (count || isHere ? icon.dataset.asked : icon.dataset.plain);
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
