"use strict";
// Tells the site by a cookie whether the window is narrow, so that a game page brings the drawings for that width only;
// and fetches the others when the window has become another.
(() => {
  const narrow = window.matchMedia("(max-width: 44rem)"); // as in site.css

  function tell() {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `prweb-width=${narrow.matches ? "narrow" : "wide"}; Path=/; Max-Age=5184000; SameSite=Lax${secure}`;
  }

  function fetchFitting() {
    const there = document.getElementById("boards")?.dataset.sizes.split(" ");
    if (!there || there.includes(narrow.matches ? "tall" : "wide")) return;
    window.htmx?.ajax("GET", location.href, { target: "#boards", select: "#boards", swap: "outerHTML" });
  }

  narrow.addEventListener("change", () => {
    tell();
    fetchFitting();
  });
  tell();
  fetchFitting();
})();
