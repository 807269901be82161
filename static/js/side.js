/* Sheets beside the board: over the log where that stands at the side, else from below. And one of
   them: what one can know, fetched when a link to it is followed, and again after every move or step. */
"use strict";

(() => {
  if (window.sideSheet) return;
  const wide = matchMedia("(min-width: 1100px)");

  window.sideSheet = (id) => {
    const sheet = Object.assign(document.createElement("div"), { id, className: "side-sheet", hidden: true });
    document.body.append(sheet);
    const place = () => {
      const spot = wide.matches && document.getElementById("log")?.getBoundingClientRect();
      sheet.classList.toggle("over-log", Boolean(spot && spot.width));
      if (!spot) {
        const strip = document.getElementById("people")?.getBoundingClientRect().bottom ?? innerHeight;
        sheet.style.setProperty("--under", `${Math.min(Math.max(strip, 60), innerHeight * 0.22)}px`);
        return;
      }
      const top = Math.min(Math.max(spot.top, 70), innerHeight - 420);
      sheet.style.setProperty("--top", `${Math.max(top, 70)}px`);
      sheet.style.setProperty("--left", `${spot.left}px`);
      sheet.style.setProperty("--wide", `${spot.width}px`);
    };
    addEventListener("resize", place);
    addEventListener("scroll", place, { passive: true });
    document.addEventListener("htmx:oobAfterSwap", () => sheet.hidden || place());
    return { sheet, place };
  };

  /* What one can know */

  const first = document.querySelector(".know-open[data-css]");
  const talk = document.getElementById("talk-open");
  if (!first) return;
  let side;
  let from;

  const make = () => {
    for (const href of first.dataset.css.split(" ")) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
    }
    side = window.sideSheet("know-sheet");
    // Before htmx: what its other tabs lead to lies in the sheet of the talk.
    side.sheet.addEventListener("click", (event) => {
      if (event.target.closest("[data-shut]")) open(false);
      const tab = event.target.closest(".tabs > a");
      if (!tab || !talk) return;
      event.preventDefault();
      event.stopPropagation();
      if (tab.matches(".know-open")) return;
      open(false);
      talk.dataset.wanted = tab.getAttribute("hx-get");
      talk.click();
    }, true);
  };

  const shown = () => document.getElementById("scene")?.dataset.at ?? document.getElementById("table")?.dataset.number;

  // In a replay it is of the step that is shown, to the reader whom it is shown as.
  const address = () => {
    const url = new URL(first.href);
    const reader = document.querySelector('#scene input[name="as"]');
    if (reader) {
      url.searchParams.set("at", shown());
      url.searchParams.set("as", reader.value);
    }
    return url.href;
  };

  const brought = () => window.htmx.ajax("GET", address(), { target: side.sheet, swap: "innerHTML" }).catch(() => {});

  const open = (isNow) => {
    if (!isNow && !side) return;
    if (!side) make();
    if (!isNow && !side.sheet.hidden) from?.focus();
    side.sheet.hidden = !isNow;
    first.setAttribute("aria-expanded", isNow);
    document.body.classList.toggle("know-is-open", isNow);
    if (!isNow) return;
    if (talk?.getAttribute("aria-expanded") === "true") talk.dispatchEvent(new Event("talk:open"));
    side.place();
    brought().then(() => side.sheet.querySelector(".pane")?.focus({ preventScroll: true }));
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.know-open");
    if (!link || !window.htmx || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.closest("details")?.removeAttribute("open");
    from = link;
    open(!side || side.sheet.hidden);
  });

  talk?.addEventListener("talk:open", () => talk.getAttribute("aria-expanded") !== "true" && open(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && side && !side.sheet.hidden && open(false));

  let at = shown();
  const again = () => {
    if (shown() === at) return;
    at = shown();
    if (side && !side.sheet.hidden) brought();
  };
  document.addEventListener("htmx:wsAfterMessage", again);
  document.addEventListener("htmx:afterSettle", again);
})();
