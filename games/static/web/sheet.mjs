// On a narrow screen the question is a sheet at the bottom: the page leaves as much room below it as the sheet takes.

const ROOT = document.documentElement;
const observer = new ResizeObserver(measure);

let observed = null;

function measure() {
  const isSheet = observed?.isConnected && getComputedStyle(observed).position === "fixed";
  ROOT.style.setProperty("--sheet-height", isSheet ? `calc(${observed.offsetHeight}px + 1rem)` : "0px");
}

/** Follow the size of this element from now on, in the place of the one before. */
export function followSize(sheet) {
  if (sheet === observed) return;
  if (observed) observer.unobserve(observed);
  observed = sheet;
  observer.observe(sheet);
}
