/* A live table: what morphing must leave alone, and where the reader left off.

   A pushed table is the same for everyone in its audience, so it cannot know which panels are open
   here, which card is raised, where the board was pulled to, or what this reader has seen.

   Of a title's board it knows: #frame is what pans, .cell[id] is a place that the log can point at
   (it gets the class `fresh` when something happened there since), .newest is the latest change. */
"use strict";

(() => {
  const since = document.getElementById("since");
  const frame = () => document.getElementById("frame");
  const log = () => document.querySelector("#log ol");

  /* Open panels and raised cards belong to the reader. */

  const mine = (name, node) =>
    (name === "open" && node.tagName === "DETAILS") ||
    (name === "checked" && node.tagName === "INPUT" && node.id !== "") ||
    (name === "selected" && node.tagName === "OPTION") ||
    (name === "src" && node.dataset.later !== undefined); // which is a picture by now

  if (window.Idiomorph) {
    window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
      mine(name, node) ? false : undefined;
  }

  /* What is pushed leaves out the parts that the page shows already (games/rendering/parts.py): the
     element of such a part is marked data-same, and holds the parts within it that have changed.
     Several that follow each other stand as the first of them, whose mark names the last. */

  const isSame = (node) => node.dataset?.same !== undefined;

  const keep = (fresh) => {
    for (const part of [...fresh.children]) {
      const old = document.getElementById(part.id);
      if (!old) isApart = true;
      else if (isSame(part)) keep(part);
      else window.Idiomorph.morph(old, part);
    }
  };

  const spellOut = (mark) => {
    const last = mark.dataset.same;
    let [old, before] = [document.getElementById(mark.id), mark];
    mark.dataset.same = "";
    while (old && old.id !== last) {
      old = old.nextElementSibling;
      if (!old?.id) continue; // the divider below, which the site does not know of
      const next = mark.cloneNode();
      next.id = old.id;
      before.after(next);
      before = next;
    }
    if (!old) isApart = true;
  };

  if (window.Idiomorph) {
    window.Idiomorph.defaults.callbacks.beforeNodeMorphed = (_old, fresh) => {
      if (!isSame(fresh)) return true;
      keep(fresh);
      return false;
    };
  }

  /* The answer to a move that was posted has all parts, and comes beside the socket, which does not
     know of it. From then on what the socket leaves out may not be what is here: the page asks it for
     everything. */

  let isLive = false; // the socket is open
  let isPushed = false; // what is being swapped
  let isApart = false; // from what the socket sent last

  const isOld = (number) => number < shown() || (isLive && number === shown());

  const takeTable = ({ detail }) => {
    const table = detail.fragment.querySelector("#table");
    if (detail.target.id !== "table" || table?.dataset.number === undefined) return;
    const isWhole = table.querySelector("[data-same]") === null;
    if (isPushed ? isApart && !isWhole : isOld(Number(table.dataset.number))) {
      detail.shouldSwap = false;
      return;
    }
    isApart = !isPushed;
    for (const mark of table.querySelectorAll('[data-same]:not([data-same=""])')) spellOut(mark);
  };

  document.addEventListener("htmx:wsOpen", ({ detail }) => { [isLive, socket] = [true, detail.socketWrapper]; });
  document.addEventListener("htmx:wsClose", () => { isLive = false; });
  document.addEventListener("htmx:wsBeforeMessage", () => { isPushed = true; });
  document.addEventListener("htmx:oobBeforeSwap", takeTable);
  document.addEventListener("htmx:wsAfterMessage", ({ detail }) => {
    isPushed = false;
    if (isApart || document.querySelector("#table [data-same]")) detail.socketWrapper.send("all");
  });

  /* What the reader has looked at, closed or covered stays so: data-kept, on a checkbox or details with
     an id. Only the id is kept, which names a round or a move and nothing of what is in it. */

  const keyOf = (element) => `kept:${location.pathname}${element.id}`;
  const isClosed = (element) => (element.tagName === "DETAILS" ? !element.open : element.checked);
  const known = new WeakSet();

  const recall = () => {
    for (const element of document.querySelectorAll("[data-kept][id]")) {
      if (known.has(element)) continue;
      known.add(element);
      if (localStorage.getItem(keyOf(element)) === null) continue;
      if (element.tagName === "DETAILS") element.open = false;
      else element.checked = true;
    }
  };

  const keepState = ({ target }) => {
    if (target.dataset?.kept === undefined || !target.id) return;
    if (isClosed(target)) localStorage.setItem(keyOf(target), "");
    else localStorage.removeItem(keyOf(target));
  };

  document.addEventListener("change", keepState);
  document.addEventListener("toggle", keepState, true);
  document.addEventListener("htmx:oobAfterSwap", recall);
  recall();

  document.addEventListener("click", ({ target }) => {
    const covers = target.closest?.("[data-covers]");
    const chip = covers && document.getElementById(covers.dataset.covers);
    if (chip) chip.open = covers.classList.contains("keep") ? false : !chip.open;
  });

  document.documentElement.classList.add("keeps"); // what can be closed for good is shown large

  /* What is new to this reader: a divider in the log, and a sign on the cells it speaks of. */

  const news = () => {
    if (since?.dataset.seen === undefined) return [];
    const lines = document.querySelectorAll("#log [data-move]");
    return [...lines].filter((line) => Number(line.dataset.move) > Number(since.dataset.seen));
  };

  const divide = (first) => {
    document.querySelector("#log .since")?.remove();
    if (!first?.previousElementSibling) return;
    const divider = document.createElement("li");
    divider.className = "since";
    divider.textContent = since.dataset.words;
    first.before(divider);
  };

  const freshen = (lines) => {
    for (const cell of document.querySelectorAll(".fresh")) cell.classList.remove("fresh");
    for (const place of lines.flatMap((line) => [...line.querySelectorAll("a.place")])) {
      document.getElementById(place.hash.slice(1))?.classList.add("fresh");
    }
  };

  const tellNews = () => {
    const lines = news();
    divide(lines[0]);
    freshen(lines);
  };

  /* A move that is pushed counts as seen once it has stood in a visible tab for a moment: the site is
     told, and does not tell it again. It is told of a look at what was asked beside the moves, too, once
     a minute. Whoever comes back to the tab finds the divider where they left. */

  const A_MOMENT = 1000;
  const A_WHILE = 60000;
  const shown = () => Number(document.getElementById("table")?.dataset.number ?? -1);
  const isSpectator = since !== null && since.dataset.seen === undefined;
  let [told, toldAt, socket, looking] = [shown(), Date.now()];

  // Whoever looks at the end of a round has not seen the next one; bots wait for them to go on.
  const isAtEnd = () => document.querySelector(".round-over > .pick:not(:checked)") !== null;

  const look = () => {
    clearTimeout(looking);
    looking = setTimeout(() => {
      if (isAtEnd() || isSpectator || document.visibilityState !== "visible") return;
      if (shown() <= told && Date.now() - toldAt < A_WHILE) return;
      [told, toldAt] = [Math.max(told, shown()), Date.now()];
      socket?.send(String(told));
    }, A_MOMENT);
  };

  const comeBack = () => {
    if (since?.dataset.seen !== undefined && shown() > told) {
      since.dataset.seen = Math.max(Number(since.dataset.seen), told);
      document.getElementById("recap")?.remove();
      tellNews();
    }
    look();
  };

  document.addEventListener("htmx:wsAfterMessage", look);
  document.addEventListener("change", ({ target }) => target.closest?.(".round-over") && look());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && comeBack());

  /* A move goes over the socket while it is open. If that closes or says nothing for a while, the move
     is posted instead: the site knows a repeat when it sees one. */

  const PATIENCE = 5000;
  const form = document.getElementById("move");
  let [underWay, moves] = [null, 0]; // the move that has not been answered; how many were sent

  const settle = () => {
    const settled = underWay;
    clearTimeout(settled?.timer);
    underWay = null;
    form?.classList.remove("htmx-request");
    return settled;
  };

  const postInstead = () => {
    const values = settle()?.values;
    if (!values) return;
    isPosted = true;
    // Not form.action: that is a button of the name.
    window.htmx.ajax("POST", form.getAttribute("action"), { source: form, swap: "none", values });
    isPosted = false;
  };

  // A button is seen to sink before its answer is drawn, which may be here within the same frame.
  const afterPaint = (act) => { if (document.hidden) act(); else requestAnimationFrame(() => setTimeout(act)); };

  const sendMove = ({ number, action }) => {
    settle();
    moves += 1;
    const key = moves;
    underWay = { key, values: { number, action }, timer: setTimeout(postInstead, PATIENCE) };
    form.classList.add("htmx-request"); // as htmx does it
    afterPaint(() => { if (underWay?.key === key) socket.send(`move ${key} ${number} ${action}`); });
  };

  let isPosted = false; // what is asked for

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (elt !== form || !isLive || isPosted) return;
    event.preventDefault();
    sendMove(Object.fromEntries(requestConfig.formData));
  });

  document.addEventListener("htmx:wsClose", postInstead);
  document.addEventListener("htmx:wsAfterMessage", () => {
    const answer = document.getElementById("answer")?.dataset;
    if (!underWay || Number(answer?.key) !== underWay.key) return;
    const { values } = settle();
    if (answer.made !== undefined) haveMoved(Number(values.number));
  });

  /* Whoever has moved has seen everything up to there. */

  const haveMoved = (number) => {
    if (since?.dataset.seen === undefined) return;
    told = Math.max(told, number + 1);
    since.dataset.seen = Math.max(Number(since.dataset.seen), told);
    since.dataset.words = since.dataset.moved;
    document.getElementById("recap")?.remove();
    tellNews();
  };

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt === form && detail.successful) haveMoved(Number(detail.requestConfig.formData.get("number")));
  });

  /* The board stays where the reader pulled it, also when it grows to the left or upwards. */

  const spotOf = (id) => (id ? document.getElementById(id)?.getBoundingClientRect() : undefined);
  let anchor;

  const remember = () => {
    const id = frame()?.querySelector(".cell[id]")?.id;
    const list = log();
    anchor = { id, spot: spotOf(id), end: !list || list.scrollHeight - list.scrollTop - list.clientHeight < 8 };
  };

  const putBack = () => {
    const now = spotOf(anchor?.id);
    if (now && anchor.spot) {
      frame().scrollLeft += now.left - anchor.spot.left;
      frame().scrollTop += now.top - anchor.spot.top;
    }
    if (anchor?.end && log()) log().scrollTop = log().scrollHeight;
    frame()?.setAttribute("data-keep-scroll", ""); // adit.js keeps it over a reload
  };

  /* On arrival: the board where something happened last, the log where the reader left off. */

  const arrive = () => {
    const [newest, board] = [document.querySelector("#frame .newest"), frame()];
    if (newest && board) {
      const [at, around] = [newest.getBoundingClientRect(), board.getBoundingClientRect()];
      board.scrollLeft += at.left + at.width / 2 - around.left - around.width / 2;
      board.scrollTop += at.top + at.height / 2 - around.top - around.height / 2;
    }
    const [list, divider] = [log(), document.querySelector("#log .since")];
    if (list) list.scrollTop = divider ? divider.offsetTop - list.offsetTop : list.scrollHeight;
  };

  /* A place named in the log lights its cell; touched again, it goes out. No trail in the history. */

  document.addEventListener("click", (event) => {
    const place = event.target.closest?.("a.place");
    if (!place) return;
    event.preventDefault();
    // The page stays where it is, if the place is in sight.
    const [x, y] = [scrollX, scrollY];
    addEventListener("hashchange", () => {
      scrollTo(x, y);
      document.querySelector("#board :target")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }, { once: true });
    location.replace(location.hash === place.hash ? "#dark" : place.hash);
  });

  /* A table that is dealt while one waits at it becomes a match, and gets all of its page. */

  const becomeMatch = () => {
    if (document.body.classList.contains("gathering") && shown() >= 0) location.reload();
  };

  /* Those who listen hear all that a push brings, once: what only they may know, then every new line,
     then what they are asked. The live region stands outside what is swapped. */

  const MOST_TOLD = 6;
  const telling = document.getElementById("telling")?.dataset;
  let heard = shown();

  const sayAll = () => {
    const lines = [...document.querySelectorAll("#log [data-move]")].filter((line) => Number(line.dataset.move) > heard);
    if (!telling || shown() <= heard) return;
    const since = heard;
    heard = shown();
    const last = lines.slice(-MOST_TOLD);
    const secrets = last.flatMap((line) => [...line.querySelectorAll(".mine-only")]).map((part) => `${telling.only} ${plain(part)}`);
    const told = last.map((line) => plain(line.querySelector(".told"), ".mine-only"));
    const isPart = lines.length > MOST_TOLD || (lines.length > 0 && Number(lines[0].dataset.move) > since + 1);
    document.dispatchEvent(new CustomEvent("adit:say", { detail: [...secrets, isPart ? telling.earlier : "", ...told, question()].filter(Boolean).join(" ") }));
  };

  const plain = (element, but) => {
    const copy = element.cloneNode(true);
    for (const part of but ? copy.querySelectorAll(but) : []) part.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };

  const question = () => {
    const asked = document.querySelector("#table [data-question]")?.textContent.trim() ?? "";
    const isMine = document.getElementById("table").dataset.turn === "mine";
    return isMine ? `${telling.turn} ${asked}` : document.getElementById("turn").textContent.replace(/\s+/g, " ").trim();
  };

  /* Whoever has moved by keyboard is led to the next question; until there is one, to the words that
     tell whose turn it is. Never to the top of the page. */

  // A button that is pressed may lose the focus before its answer comes: what had it last counts.
  let wasInTable = false;
  document.addEventListener("focusin", ({ target }) => { wasInTable = target.closest?.("#table") !== null; });

  const isShown = (element) => element.checkVisibility();
  const waitingPlace = () => document.getElementById("turn");

  // The end of a round, and the role that is dealt, come before any question.
  const toGoOn = () => document.querySelector(":is(.round-over, .dealt) > .pick:not(:checked)");

  const nextQuestion = () => {
    if (toGoOn()) return toGoOn();
    if (document.getElementById("table").dataset.turn !== "mine") return waitingPlace();
    const found = ["#table .tray .pick", "#table #frame .pick", "#table button[name=action]"]
      .map((what) => [...document.querySelectorAll(what)].find(isShown));
    return found.find(Boolean) ?? waitingPlace();
  };

  const refocus = () => {
    const [at, isMine] = [document.activeElement, document.getElementById("table").dataset.turn === "mine"];
    const isLost = at === null || at === document.body || !at.checkVisibility();
    if ((wasInTable && isLost) || (isMine && at === waitingPlace())) nextQuestion().focus({ preventScroll: true });
  };

  document.addEventListener("change", ({ target }) => {
    if (target.matches?.(":is(.round-over, .dealt) > .pick:checked")) nextQuestion().focus({ preventScroll: true });
  });

  document.addEventListener("htmx:wsAfterMessage", sayAll);
  document.addEventListener("htmx:afterSettle", sayAll);

  tellNews();
  arrive();
  putBack();

  // Only for a swap of the table, and once: htmx tells of one by every element that it brought, with the
  // same detail. Each time all of the page would be laid out again.
  let swap;
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => detail.target.id === "table" && remember());
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if (detail.target?.id !== "table" || detail === swap) return;
    swap = detail;
    tellNews();
    putBack();
    becomeMatch();
    refocus();
  });
})();
