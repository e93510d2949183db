"use strict";
// Keeps an open page up to date. A stream says that something has changed, never what: the page then asks for its parts,
// by the addresses that it polls where there is no stream. A hidden page holds no stream and polls slowly, so that its
// title and its icon still tell whose turn it is.

(() => {
  const { stream, mine } = document.currentScript.dataset;
  const HIDDEN_MS = 30_000;
  const BESIDE_A_STREAM_MS = 60_000;
  const TURNS_MS = 15_000;
  const PAUSE_MS = [1_000, 60_000]; // before a stream is tried again: at first, and at most

  let source = null;
  let pause = PAUSE_MS[0];
  let reopening = 0;
  let ticking = 0;
  let over = false; // signed out elsewhere: nothing more to ask for

  const follow = () => document.getElementById("follow");
  const myTurns = () => document.getElementById("my-turns");
  const streaming = () => source?.readyState === EventSource.OPEN;

  // --- Asking for what may have changed ------------------------------------------------------------------------------

  let requesting = false; // htmx waits for an answer; what is asked meanwhile would end with the part that it replaces
  let wanted = false; // something was to be asked for meanwhile
  let told = 0; // the newest version of the game that the stream has told of

  function askForGame() {
    wanted = requesting;
    if (requesting || !follow()?.hasAttribute("hx-get") || !window.htmx) return;
    window.htmx.trigger(follow(), "wake");
    if (requesting) return;
    // It came with parts that were put in their places while it was asked for itself, and htmx does not know it yet.
    window.htmx.process(follow());
    window.htmx.trigger(follow(), "wake");
  }

  let asking = false;
  let again = false;

  async function askForTurns() {
    if (!mine || over) return;
    again = asking;
    if (asking) return;
    asking = true;
    try {
      const whole = document.querySelector("[data-refresh]");
      const response = await fetch(whole ? location.href : `${mine}?known=${myTurns()?.dataset.count ?? ""}`, { cache: "no-store" });
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
    tellInTheTab();
  }

  // --- The width of the window, for which the site draws -------------------------------------------------------------

  const narrow = window.matchMedia("(max-width: 44rem)"); // as in site.css

  function tellWidth() {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `prweb-width=${narrow.matches ? "narrow" : "wide"}; Path=/; Max-Age=5184000; SameSite=Lax${secure}`;
  }

  function hasFittingDrawings() {
    const { sizes } = document.getElementById("boards")?.dataset ?? {};
    return !sizes || sizes.split(" ").includes(narrow.matches ? "tall" : "wide");
  }

  narrow.addEventListener("change", () => {
    tellWidth();
    if (!hasFittingDrawings()) askForGame();
  });

  // --- Title and icon ------------------------------------------------------------------------------------------------

  function tellInTheTab() {
    const count = Number(myTurns()?.dataset.count ?? 0);
    const here = Boolean(document.querySelector("#question[data-turn]"));
    const plain = document.title.replace(/^\(\d+\) /, "");
    const title = count && !here ? `(${count}) ${plain}` : plain;
    if (document.title !== title) document.title = title;
    const icon = document.querySelector("link[rel=icon][data-asked]");
    const wanted = icon && (count || here ? icon.dataset.asked : icon.dataset.plain);
    if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  }

  // --- When to ask ---------------------------------------------------------------------------------------------------

  let askedForTurns = Date.now();

  function tick() {
    askForGame();
    if (streaming() || document.hidden || Date.now() - askedForTurns >= TURNS_MS) {
      askedForTurns = Date.now();
      askForTurns();
    }
    wait();
  }

  function wait() {
    clearTimeout(ticking);
    const polled = Number(follow()?.dataset.every ?? 0) * 1000 || TURNS_MS;
    ticking = setTimeout(tick, document.hidden ? HIDDEN_MS : streaming() ? BESIDE_A_STREAM_MS : polled);
  }

  // --- The stream ----------------------------------------------------------------------------------------------------

  function open() {
    clearTimeout(reopening);
    if (source || document.hidden || over) return;
    source = new EventSource(stream);
    // What has changed before it was open, nobody has told.
    source.onopen = tick;
    source.addEventListener("game", (event) => {
      pause = PAUSE_MS[0];
      told = Number(event.data);
      if (told > Number(follow()?.dataset.version ?? told)) askForGame();
    });
    source.addEventListener("turns", () => {
      pause = PAUSE_MS[0];
      askForTurns();
    });
    source.onerror = () => {
      close();
      reopening = setTimeout(open, pause * (1 + Math.random() / 2));
      pause = Math.min(2 * pause, PAUSE_MS[1]);
      wait();
    };
  }

  function close() {
    clearTimeout(reopening);
    source?.close();
    source = null;
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) close();
    else open();
    if (document.hidden) wait();
    else tick();
  });
  // A page that is kept for going back to must not hold a stream, and is out of date when one comes back.
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    open();
    tick();
  });

  // Drawings that the page has already are not sent again.
  document.addEventListener("htmx:configRequest", (event) => {
    const { shown } = follow()?.dataset ?? {};
    if (shown) event.detail.headers["X-Shown-Drawings"] = shown;
    // Nothing need have changed for those of another width to come.
    if (event.detail.elt === follow() && !hasFittingDrawings()) event.detail.path = event.detail.path.replace(/version=\d+/, "version=0");
  });
  document.addEventListener("htmx:beforeSend", (event) => {
    // The answer brings all parts: those asked for before would come late, and put older ones in their places.
    if (event.detail.requestConfig?.verb === "post" && follow()) window.htmx.trigger(follow(), "htmx:abort");
    requesting = true;
  });
  document.addEventListener("htmx:afterRequest", () => {
    requesting = false;
    // What was told meanwhile may be newer than what has come; what has come has its attributes after a moment.
    setTimeout(() => {
      if (wanted || told > Number(follow()?.dataset.version ?? told)) askForGame();
    }, 50);
  });
  document.addEventListener("htmx:afterSettle", tellInTheTab);

  tellWidth();
  if (!hasFittingDrawings()) askForGame();
  tellInTheTab();
  open();
  wait();
})();
