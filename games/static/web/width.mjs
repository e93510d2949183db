// The width of the window, for which the site draws: told by a cookie.

const narrow = window.matchMedia("(max-width: 44rem)"); // as in site.css

export function tellWidth() {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `prweb-width=${narrow.matches ? "narrow" : "wide"}; Path=/; Max-Age=5184000; SameSite=Lax${secure}`;
}

/** Whether the page's drawings are for the window as it is now; a page without drawings needs no others. */
export function hasFittingDrawings() {
  const { sizes } = document.getElementById("boards")?.dataset ?? {};
  return !sizes || sizes.split(" ").includes(narrow.matches ? "tall" : "wide");
}

export const onWidthChange = (listener) => narrow.addEventListener("change", listener);
