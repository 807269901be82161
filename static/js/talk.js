/* The open talk of a table: fetched into a sheet over the page, and again whenever somebody spoke,
   the connection came back, or the reader came back to the tab. So nothing is lost and nothing is
   there twice, whatever the socket missed. Loaded by opener.js. */
"use strict";

(() => {
  const opener = document.getElementById("talk-open");
  const wide = matchMedia("(min-width: 1100px)");
  const { sheet, place } = window.sideSheet("talk-sheet");

  // What is listed, talk or claims, and where it comes from.
  const said = () => sheet.querySelector("[data-address]");
  const field = () => document.getElementById("talk-text");
  const isOpen = () => opener.getAttribute("aria-expanded") === "true";
  const isSeen = () => isOpen() && document.visibilityState === "visible";

  /* Fetching */

  // A part that has something after it does not show what is new.
  const read = () => isSeen() && sheet.querySelector("#talk-said:not([data-part])") && opener.dispatchEvent(new Event("talk:read"));

  /* In a replay: what was said about the step that is shown. */
  const shown = () => document.querySelector("#step #table")?.dataset.number;
  let about;

  const aboutStep = (address) => {
    about = shown();
    if (about === undefined) return address;
    const url = new URL(address, location.href);
    url.searchParams.delete("before");
    url.searchParams.set("at", about);
    return url.pathname + url.search;
  };

  const refresh = () => {
    if (!isOpen() || !said()) return;
    const address = said().dataset.address + (isSeen() ? "&seen=1" : "");
    window.htmx.ajax("GET", address, { target: said(), swap: "morph:outerHTML" }).then(read, () => {});
  };

  // The step has come to where the lines end that are listed, though there are more.
  const reach = () => {
    const list = sheet.querySelector("#talk-said");
    if (!isOpen() || !list || about === shown()) return;
    const { first, last } = list.dataset;
    if (!(Number(shown()) <= Number(first ?? -1) || Number(shown()) >= Number(last ?? Infinity))) return;
    window.htmx.ajax("GET", aboutStep(list.dataset.address), { target: list, swap: "morph:outerHTML" }).then(anew, () => {});
  };

  const fetchPane = (address = aboutStep(`${opener.href}?seen=1`)) =>
    window.htmx.ajax("GET", address, { target: sheet, swap: "innerHTML" }).then(() => {
      const asked = sheet.querySelector("#claims-about");
      if (asked) {
        asked.scrollIntoView({ block: "nearest" });
        asked.focus({ preventScroll: true });
      } else if (shown() !== undefined) sheet.querySelector(".feed")?.focus({ preventScroll: true });  // keys go on through the steps
      else if (wide.matches) field()?.focus();
      anew();
      read();
    }, () => {});

  opener.addEventListener("talk:heard", refresh);
  document.addEventListener("htmx:wsOpen", refresh);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());

  /* Opening and closing */

  const open = (isNow) => {
    opener.setAttribute("aria-expanded", isNow);
    sheet.hidden = !isNow;
    document.body.classList.toggle("talk-is-open", isNow);
    lower(null);
    if (!isNow) return opener.focus();
    place();
    const { wanted } = opener.dataset;  // a tab of the sheet of what one can know, or some claims
    delete opener.dataset.wanted;
    if (wanted) fetchPane(wanted);
    else if (said()) refresh();
    else if (!sheet.firstElementChild) fetchPane();
    return undefined;
  };

  opener.addEventListener("talk:open", () => open(!isOpen() || Boolean(opener.dataset.wanted)));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    const pull = sheet.querySelector("details.pull[open]");
    if (pull) pull.open = false;
    else open(false);
  });

  /* Saying something. A line that was not sent stays in the field, and has the same key. */

  const refused = (words) => { document.getElementById("talk-refused").textContent = words; };

  // The tab and its switch are links: in a replay they lead to the step, too.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "get" && detail.elt.matches('#talk-sheet :is(.tabs > a, .switch)') && detail.path.split("?")[0] === opener.pathname) {
      detail.path = aboutStep(detail.path);
      stood = undefined;
    }
  });

  // A second touch of the key, while the first line is on its way, meets an empty field.
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, triggeringEvent } = event.detail;
    if (elt.id === "say" && !triggeringEvent?.submitter?.name && !field()?.value.trim()) event.preventDefault();
  });

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt.id !== "say") return;
    if (detail.successful && field() && detail.requestConfig.formData.get("text") === field().value) field().value = "";
    if (detail.successful) for (const pull of sheet.querySelectorAll("details.pull[open]")) pull.open = false;
  });

  document.addEventListener("htmx:sendError", ({ detail }) => {
    if (detail.elt.id === "say") refused(detail.elt.dataset.lost);
  });

  /* A place that somebody names is lit. On a narrow screen the sheet goes down for that. */

  // The hand stays in sight: what is left of the sheet stands over the tray.
  const low = (isNow) => {
    const tray = document.querySelector("#board .tray")?.getBoundingClientRect();
    const over = tray && tray.top > innerHeight / 3 ? innerHeight - tray.top : 0;
    sheet.style.setProperty("--over", `${Math.max(over, 0)}px`);
    sheet.classList.toggle("low", isNow);
  };

  const lower = (line) => {
    low(line !== null);
    sheet.querySelector(".pointed")?.remove();
    if (!line) return;
    const [bar, back] = [document.createElement("p"), document.createElement("button")];
    bar.className = "pointed";
    const who = line.querySelector(".by b")?.textContent;
    bar.textContent = who ? `${who}: ${line.querySelector(".remark, .claimed")?.textContent.trim() ?? ""}` : line.querySelector("h4").textContent;
    Object.assign(back, { type: "button", className: "btn", textContent: sheet.querySelector(".tabs").dataset.back });
    back.addEventListener("click", () => lower(null));
    bar.append(back);
    sheet.append(bar);
  };

  sheet.addEventListener("click", (event) => {
    if (event.target.closest("[data-shut]")) open(false);
    if (event.target.closest("[data-point]")) point(!document.body.classList.contains("pointing"));
    const named = event.target.closest("a.place");
    if (named) lead(event, named);
    if (event.target.closest("[data-ledger]")) toLedger(event);
    const step = event.target.closest("a[data-move]");
    if (step && document.getElementById("step")) show(event, step);
    else if (step) light(event, step);
  });

  // At a live table match.js lights the place. In a replay it is one of the board that is shown.
  const lead = (event, named) => {
    if (document.getElementById("step")) {
      event.preventDefault();
      const [x, y] = [scrollX, scrollY];
      addEventListener("hashchange", () => {
        scrollTo(x, y);
        document.querySelector("#step :target")?.scrollIntoView({ block: "nearest", inline: "nearest" });
      }, { once: true });
      location.replace(named.hash);
    }
    lowerFor(named);
  };

  const toLedger = (event) => {
    event.preventDefault();
    sheet.querySelector('.tabs a[href$="/claims"]').click();
  };

  const lowerFor = (target) => !wide.matches && lower(target.closest(".said, .matter"));

  // At a live table the place that a move was about; one that named none is looked up in the replay.
  const light = (event, step) => {
    const named = document.querySelector(`#log .line[data-move="${step.dataset.move}"] a.place`);
    if (!named || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    named.click();
    lowerFor(step);
  };

  /* Pointing: the next touch on the board, or on a line of the log, goes into the line. */

  const PLACES = '#board [id^="cell_"], #board [id^="place_"]';
  const board = () => document.querySelector(PLACES);

  const point = (isNow) => {
    document.body.classList.toggle("pointing", isNow);
    sheet.querySelector("[data-point]")?.setAttribute("aria-pressed", isNow);
    if (!wide.matches) low(isNow);
  };

  const area = (element) => element.getBoundingClientRect().width * element.getBoundingClientRect().height;

  const touched = ({ clientX: x, clientY: y }) =>
    [...document.querySelectorAll(PLACES)]
      .filter((element) => {
        const spot = element.getBoundingClientRect();
        return spot.left <= x && x <= spot.right && spot.top <= y && y <= spot.bottom;
      })
      .sort((one, other) => area(one) - area(other))[0];

  document.addEventListener("click", (event) => {
    if (!document.body.classList.contains("pointing")) return;
    const line = event.target.closest(".line[data-move]");
    if (!line && !event.target.closest("#board")) return;
    event.preventDefault();
    event.stopPropagation();
    const named = line ? line.dataset.move : touched(event)?.id;
    if (!named || !field()) return;  // until a place is met
    point(false);
    if (line) put(`#${named}`);
    else called(named).then(put);
  }, true);

  const put = (mark) => {
    field().value = `${field().value.trimEnd()} ${mark} `.trimStart();
    field().focus();
  };

  // As the edge of the board has it; its id is understood, too.
  const called = (id) =>
    fetch(`${opener.pathname}?place=${encodeURIComponent(id)}`)
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((mark) => mark || `#${id}`, () => `#${id}`);

  /* In a replay: what was said after the step that is shown is still to come. */

  let stood;

  const follow = () => {
    const number = shown();
    if (number === undefined) return;
    reach();
    const lines = [...sheet.querySelectorAll("[data-after]")];
    for (const line of lines) {
      line.classList.toggle("later", Number(line.dataset.after) > Number(number));
      line.classList.toggle("here", line.dataset.after === number);
    }
    for (const line of sheet.querySelectorAll(".nowline")) {
      const x = 6 + (288 * number) / line.dataset.last;
      line.setAttribute("d", `M${x.toFixed(1)} 0V46`);
    }
    if (stood === number) return;  // its reader may have scrolled
    stood = number;
    const here = lines.filter((line) => line.matches(".here"));
    const upTo = here.length ? here : lines.filter((line) => line.matches("#talk-said :not(.later)"));
    for (const line of [upTo.at(-1), here[0]]) line?.scrollIntoView({ block: "nearest" });
  };

  const anew = () => {
    stood = undefined;
    follow();
  };

  const show = (event, step) => {
    event.preventDefault();
    const address = new URL(step.href);
    const audience = new URLSearchParams(location.search).get("as");
    if (audience) address.searchParams.set("as", audience);
    window.htmx.ajax("GET", address.href, { target: "#step", swap: "morph:outerHTML" });
    history.replaceState(history.state, "", address.href);
  };

  document.addEventListener("htmx:afterSettle", () => {
    for (const button of sheet.querySelectorAll("[data-point]")) button.hidden = !board();
    follow();
  });

  /* With the log between the lines, a new move is a new line. */

  let before = document.getElementById("table")?.dataset.number;
  document.addEventListener("htmx:wsAfterMessage", () => {
    const now = document.getElementById("table")?.dataset.number;
    if (now !== before && said()?.dataset.address.includes("log=on")) refresh();
    before = now;
  });
})();
