/* What the table says about itself: a tip for every card and token, and the rules beside the board.

   `#effects` lists what each thing does; it is found by `data-effect` on the thing, or by the symbol
   that draws it. Everything shown here was on the page already or is the same for everyone. */
"use strict";

(() => {
  const lines = document.getElementById("effects");
  if (!lines) return;
  const bySymbol = new Map();
  for (const line of lines.children) {
    for (const symbol of line.dataset.symbols.split(" ").filter(Boolean)) bySymbol.set(symbol, line);
  }
  const lineOf = (thing) => {
    const code = thing.dataset?.effect;
    return code ? document.getElementById(`effect-${code}`) : bySymbol.get(thing.getAttribute("href")?.split("#")[1]);
  };

  /* Which thing is meant: the smallest one drawn at this point. What lies over the board to be chosen
     often takes the pointer, so it is asked by place. */

  const contains = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

  const thingAt = (x, y) => {
    if (!document.elementFromPoint(x, y)?.closest("#table")) return null;
    let [found, least] = [null, Infinity];
    for (const thing of document.querySelectorAll("#table [data-effect], #table use")) {
      const box = thing.getBoundingClientRect();
      const size = box.width * box.height;
      if (size && size <= least && contains(box, x, y) && lineOf(thing)) [found, least] = [thing, size];
    }
    return found?.closest("[data-effect]") ?? found;
  };

  /* The tip never takes the pointer. It leaves with Escape, and when the pointer or focus does. */

  const tip = document.createElement("div");
  tip.id = "tip";
  tip.className = "tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  document.getElementById("main").append(tip);
  let [shownFor, described] = [null, null]; // the second, if it is described by nothing else

  const hide = () => {
    tip.hidden = true;
    described?.removeAttribute("aria-describedby");
    [shownFor, described] = [null, null];
  };

  const place = (box) => {
    const [width, height, gap] = [tip.offsetWidth, tip.offsetHeight, 12];
    const left = Math.min(Math.max(8, box.left + box.width / 2 - width / 2), innerWidth - width - 8);
    const above = box.top - height - gap;
    tip.classList.toggle("below", above < 8);
    tip.style.left = `${left}px`;
    tip.style.top = `${above < 8 ? Math.min(box.bottom + gap, innerHeight - height - 8) : above}px`;
    tip.style.setProperty("--notch", `${Math.min(Math.max(10, box.left + box.width / 2 - left - 10), width - 30)}px`);
  };

  const show = (thing) => {
    const line = thing && lineOf(thing);
    if (!line) return hide();
    if (thing === shownFor) return;
    hide();
    shownFor = thing;
    tip.replaceChildren(...[...line.children].map((part) => {
      const words = document.createElement(part.tagName === "DT" ? "b" : "span");
      words.textContent = part.textContent;
      return words;
    }));
    if (!thing.hasAttribute("aria-describedby")) {
      thing.setAttribute("aria-describedby", line.id);
      described = thing;
    }
    tip.hidden = false;
    place(thing.getBoundingClientRect());
  };

  const REST = 350;
  const PRESS = 400;
  let timer;

  document.addEventListener("pointermove", ({ pointerType, clientX, clientY }) => {
    if (pointerType !== "mouse") return;
    clearTimeout(timer);
    if (shownFor && !contains(shownFor.getBoundingClientRect(), clientX, clientY)) hide();
    timer = setTimeout(() => show(thingAt(clientX, clientY)), REST);
  });

  // A long press asks what a thing is, so letting go does not choose it.
  const swallow = (event) => { event.preventDefault(); event.stopPropagation(); };
  document.addEventListener("pointerdown", ({ pointerType, clientX, clientY }) => {
    clearTimeout(timer);
    hide();
    if (pointerType === "mouse") return;
    timer = setTimeout(() => {
      const thing = thingAt(clientX, clientY);
      if (!thing) return;
      show(thing);
      document.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", swallow, true), 1500);
    }, PRESS);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(timer));
  document.addEventListener("contextmenu", (event) => { if (shownFor && !tip.hidden) event.preventDefault(); });
  document.addEventListener("scroll", hide, true);
  document.addEventListener("focusin", ({ target }) => {
    const thing = target.matches(":focus-visible") ? target.closest("[data-effect]") : null;
    if (thing) show(thing);
    else hide();
  });
  document.addEventListener("htmx:oobAfterSwap", hide);

  /* The sheet: the rules, at the rule that is wanted. It stays open while one plays. */

  const sheet = document.getElementById("sheet");
  const now = sheet.querySelector(".now");
  let [cameFrom, wanted] = [null, ""];

  const scrollToRule = (rule) => {
    const there = sheet.querySelector(`#sheet-rules [id="${CSS.escape(rule)}"]`);
    for (const old of sheet.querySelectorAll(".wanted")) old.classList.remove("wanted");
    there?.parentElement.classList.add("wanted");
    there?.scrollIntoView({ block: "start" });
  };

  // The text of the rule that is wanted stands first, with all that tells it; the rest follows below.
  const tellRule = () => {
    const words = [...sheet.querySelectorAll(`#sheet-rules :is(p, li)[data-rule~="${CSS.escape(wanted)}"]`)];
    now.querySelector(".of-rule").replaceChildren(...words.map((one) => {
      const copy = element("p", "");
      copy.append(...[...one.childNodes].map((node) => node.cloneNode(true)));
      for (const link of copy.querySelectorAll("[id]")) link.removeAttribute("id");
      return copy;
    }));
  };

  const element = (tag, text, className = "") => Object.assign(document.createElement(tag), { textContent: text, className });

  // A thing with its picture and its line, from the page itself.
  const told = (thing, isDim) => {
    const line = lineOf(thing);
    const row = element("li", "", isDim ? "dim" : "");
    const picture = thing.querySelector("svg.card")?.cloneNode(true);
    const words = element("p", "");
    const rule = element("a", line.dataset.rule, "rule-no");
    rule.href = `#${line.dataset.rule}`;
    words.append(element("b", thing.querySelector(".caption b")?.textContent ?? line.children[0].textContent));
    words.append(` ${line.children[1].textContent} `, rule);
    row.append(...(picture ? [picture, words] : [words]));
    return row;
  };

  const group = (heading, things) => {
    if (!things.length) return [];
    const list = element("ul", "", "effects");
    list.append(...things.map((thing) => told(thing, thing.classList.contains("dim"))));
    return [element("p", heading, "eyebrow"), list];
  };

  const tellHand = () => {
    const seen = new Set();
    const hand = [...document.querySelectorAll("#table .hand .held[data-effect]")].filter((held) => {
      const name = held.querySelector(".caption b")?.textContent;
      return !seen.has(name) && seen.add(name);
    });
    const raised = hand.find((held) => held.querySelector("input.pick:checked"));
    const others = hand.filter((held) => held !== raised);
    now.replaceChildren(
      ...(raised ? group(lines.dataset.wordsRaised, [raised]) : []),
      element("div", "", "of-rule lesson"),
      ...group(raised ? lines.dataset.wordsAlso : lines.dataset.wordsHand, others),
    );
    return raised;
  };

  const ruleOfNotice = () => document.querySelector("#notice a.why")?.hash.slice(1) ?? "";

  const open = (rule, from) => {
    const raised = tellHand();
    wanted = ruleOfNotice() || rule || (raised ? lineOf(raised).dataset.rule : "");
    cameFrom = from;
    sheet.hidden = false;
    document.body.classList.add("has-sheet");
    const rules = document.getElementById("sheet-rules");
    sheet.querySelector(".scroll").scrollTop = 0;
    if (rules.childElementCount) tellRule();
    else window.htmx?.trigger(rules, "open");
    sheet.focus({ preventScroll: true });
  };

  const close = () => {
    sheet.hidden = true;
    document.body.classList.remove("has-sheet");
    const back = cameFrom?.isConnected ? cameFrom : document.querySelector("a.ask-rules");
    back?.focus({ preventScroll: true });
  };

  document.addEventListener("htmx:afterSettle", ({ target }) => { if (target.id === "sheet-rules") tellRule(); });

  document.addEventListener("click", (event) => {
    if (!window.htmx || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest?.("a.ask-rules, a.why, a[data-rules]");
    if (link) {
      event.preventDefault();
      const menu = link.closest("details.menu");
      menu?.removeAttribute("open"); // it would lie over the sheet
      if (!sheet.hidden && link.matches(".ask-rules")) close();
      else open(link.hash.slice(1), menu?.querySelector("summary") ?? link);
    } else if (event.target.closest?.("#sheet a.rule-no")) {
      event.preventDefault();
      scrollToRule(event.target.closest("a.rule-no").hash.slice(1));
    } else if (event.target.closest?.("#sheet .close")) close();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    clearTimeout(timer);
    if (!tip.hidden) hide();
    else if (!sheet.hidden) close();
  });
})();
