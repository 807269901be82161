/* What a page cannot do by itself: tell the tab that it is your turn, say when the connection is
   gone, speak to screen readers, show times of the reader's own zone. Everything on the site works
   without it.

   Pages and pushed fragments talk to it by attributes:
     data-your-turn            somewhere in the page: the reader is awaited here
     data-waiting="3"          on #waiting: how many tables wait for the reader
     data-others               where it is written how many besides this one do
     data-say="A sentence."    read out when it changes
     <time data-show="…">      moment, day, said, ago (also for what is still to come), for how long;
                               title: says something else, and the moment to the curious;
                               when: tomorrow, 18:40; until: the same of a deadline, and what is
                               left when it is close; left: that alone, as short as can be.
                               data-end: after that, when the reserve ends
     data-keep-scroll          on an element with an id: its scroll position outlives a reload
     data-copy="#id"           on a button: copies that field
     data-complete             on the root, set here: everything that was loaded later has run
     data-later="/address"     on an image: brought when the page stands and the image is in sight
     data-below="#id"          on a list to choose from: offers what is less than that field says
     data-confirm="Question?"  on a form: asked before it is sent, with its button's data-says or label
*/
"use strict";

(() => {
  const root = document.documentElement;
  const zone = root.dataset.timeZone || undefined;
  // In English as Britain writes times, which is how the site's mails and plain pages write them.
  const locale = root.lang === "en" ? "en-GB" : root.lang;
  const words = document.getElementById("words")?.dataset ?? {};
  const plainTitle = document.title;

  /* Tab title and icon */

  const showTurn = (awaited) => {
    const icon = document.querySelector('link[rel="icon"]');
    const href = awaited ? icon?.dataset.turn : icon?.dataset.calm;
    if (icon && icon.getAttribute("href") !== href) icon.href = href;
  };

  const tellTab = () => {
    const here = document.querySelector("[data-your-turn]") !== null;
    const waiting = Number(document.getElementById("waiting")?.dataset.waiting || 0);
    const name = document.querySelector("[data-title]")?.dataset.title || plainTitle;
    const talk = document.querySelector("#talk-open:not([data-unread='0'])");
    const title = talk ? `${name} · ${talk.querySelector(".vh").textContent} ${talk.dataset.unread}` : name;
    if (here && words.turn) document.title = `${words.turn} · ${title}`;
    else document.title = waiting ? `(${waiting}) ${title}` : title;
    showTurn(here || waiting > 0);
    // The table one sits at is not among the others that wait.
    const others = waiting - (here ? 1 : 0);
    for (const place of document.querySelectorAll("[data-others]")) place.textContent = others > 0 ? others : "";
    for (const link of document.querySelectorAll("#waiting a")) link.hidden = others <= 0;
  };

  /* The live region stands outside everything that is swapped. */

  const say = (sentence) => {
    const region = document.getElementById("said");
    if (region && sentence && region.textContent !== sentence) region.textContent = sentence;
  };

  document.addEventListener("adit:say", ({ detail }) => say(detail));

  let said = document.querySelector("[data-say]")?.dataset.say;

  const sayNews = () => {
    const now = document.querySelector("[data-say]")?.dataset.say;
    if (now !== said) say(now);
    said = now;
  };

  let called = document.getElementById("calls")?.textContent.trim();

  const sayCalls = () => {
    const now = document.getElementById("calls")?.textContent.trim();
    if (now && now !== called) say(now);
    called = now;
  };

  /* Boards in lists: not before the page itself has been brought */

  const inSight = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      inSight.unobserve(target);
      target.src = target.dataset.later;
    }
  }, { rootMargin: "120px" });

  const bringLater = () => {
    if (document.readyState !== "complete") return;
    for (const image of document.querySelectorAll("img[data-later]")) {
      if (image.getAttribute("src") !== image.dataset.later) inSight.observe(image);
    }
  };

  addEventListener("load", () => setTimeout(bringLater));

  /* Times */

  const STYLES = {
    moment: { dateStyle: "medium", timeStyle: "short" },
    day: { dateStyle: "long" },
    clock: { timeStyle: "short" },
  };
  const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

  const ago = (moment) => {
    const seconds = (moment - Date.now()) / 1000;
    const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 60];
    return relative.format(Math.trunc(seconds / size), unit);
  };

  const howLong = (_time, moment) => {
    const seconds = Math.max((Date.now() - moment) / 1000, 60);
    const [unit, size] = UNITS.find(([, size]) => seconds >= size);
    return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.floor(seconds / size));
  };

  /* Deadlines: the moment while it is far, what is left of it when it is close */

  const SOON = 7200; // seconds
  const CLOSE = 3600;
  const format = (options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  const dayOf = (moment) => {
    const parts = { year: "numeric", month: "2-digit", day: "2-digit", timeZone: zone };
    return Date.parse(new Intl.DateTimeFormat("en-CA", parts).format(moment)) / 86400000;
  };

  const when = (moment) => {
    const days = dayOf(moment) - dayOf(new Date());
    if (Math.abs(days) > 6) return format(STYLES.moment).format(moment);
    const day = Math.abs(days) < 2 ? relative.format(days, "day") : format({ weekday: "long" }).format(moment);
    return `${day}, ${format(STYLES.clock).format(moment)}`;
  };

  const left = (seconds) => {
    if (seconds <= 0) return words.up ?? "";
    const pad = (n) => String(Math.floor(n)).padStart(2, "0");
    const minutes = { style: "unit", unit: "minute", unitDisplay: "long" };
    const time = seconds < CLOSE
      ? `${pad(seconds / 60)}:${pad(seconds % 60)}`
      : new Intl.NumberFormat(locale, minutes).format(Math.floor(seconds / 60));
    return (words.left ?? "").replace("{time}", time);
  };

  const until = (time, moment) => {
    const end = new Date(time.dataset.end ?? time.dateTime);
    const inReserve = Date.now() >= moment && end > moment;
    const seconds = ((inReserve ? end : moment) - Date.now()) / 1000;
    const text = seconds < SOON ? left(seconds) : (words.until ?? "").replace("{when}", when(inReserve ? end : moment));
    const holder = time.closest(".until");
    holder?.classList.toggle("in-reserve", inReserve);
    holder?.classList.toggle("close", seconds < CLOSE);
    return inReserve ? (words.reserve ?? "{time}").replace("{time}", text) : text;
  };

  const inShort = (time, moment) => {
    const end = new Date(time.dataset.end ?? time.dateTime);
    const seconds = Math.max(((Date.now() >= moment ? end : moment) - Date.now()) / 1000, 0);
    const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["minute", 60];
    time.closest(".until")?.classList.toggle("close", seconds < CLOSE);
    return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(Math.floor(seconds / size));
  };

  const clockOrDay = (_time, moment) =>
    dayOf(moment) === dayOf(new Date()) ? format(STYLES.clock).format(moment) : when(moment);

  const SHOWN = { left: inShort, said: clockOrDay, when: (_time, moment) => when(moment), until, for: howLong, ago: (_time, moment) => ago(moment) };

  const showTimes = () => {
    for (const time of document.querySelectorAll("time[data-show]")) {
      const moment = new Date(time.dateTime);
      if (Number.isNaN(moment.getTime())) continue;
      const exact = new Intl.DateTimeFormat(locale, { ...STYLES.moment, timeZone: zone }).format(moment);
      time.title = exact;
      if (time.dataset.show === "title") continue;
      const style = STYLES[time.dataset.show];
      const text = style
        ? new Intl.DateTimeFormat(locale, { ...style, timeZone: zone }).format(moment)
        : (SHOWN[time.dataset.show] ?? SHOWN.ago)(time, moment);
      if (time.textContent !== text) time.textContent = text;
    }
  };

  /* Connection */

  const DISMISSED = 4001; // the log-in has ended: games/consumers.py
  const SECONDS_OF_RELIEF = 5;
  let state = "";

  const connection = (now) => {
    const notice = document.getElementById("offline");
    if (!notice || now === state) return;
    const wasTrouble = state === "lost" || state === "ended";
    state = now;
    if (now === "open" && !wasTrouble) return;
    notice.textContent = now === "open" ? words.back : words[now];
    notice.classList.toggle("back", now === "open");
    notice.hidden = false;
    say(notice.textContent);
    if (now === "open") setTimeout(() => { notice.hidden = state === "open"; }, 1000 * SECONDS_OF_RELIEF);
  };

  // A page that is being left closes its socket too: that is no news. Nor is a socket that never
  // came about: the page works without one.
  let leaving = false;
  addEventListener("pagehide", () => { leaving = true; });
  addEventListener("pageshow", () => { leaving = false; });
  document.addEventListener("htmx:wsOpen", () => connection("open"));
  document.addEventListener("htmx:wsClose", (event) => {
    const ended = event.detail.event?.code === DISMISSED;
    setTimeout(() => leaving || !state || connection(ended ? "ended" : "lost"), 300);
  });
  addEventListener("offline", () => state && connection("lost"));

  /* Scroll positions of boards, kept over a plain reload after a posted form */

  const place = (element) => `scroll:${location.pathname}#${element.id}`;

  addEventListener("pagehide", () => {
    for (const element of document.querySelectorAll("[data-keep-scroll][id]")) {
      sessionStorage.setItem(place(element), `${element.scrollLeft} ${element.scrollTop}`);
    }
  });

  const cameBack =
    performance.getEntriesByType("navigation")[0]?.type !== "navigate" || document.referrer === location.href;

  for (const element of cameBack ? document.querySelectorAll("[data-keep-scroll][id]") : []) {
    const kept = sessionStorage.getItem(place(element));
    if (kept) [element.scrollLeft, element.scrollTop] = kept.split(" ").map(Number);
  }

  /* Copying */

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    const field = button && document.querySelector(button.dataset.copy);
    if (!field) return;
    field.select();
    await navigator.clipboard?.writeText(field.value);
    say(words.copied);
    if (words.copied) button.textContent = words.copied;
  });

  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;

  /* Lists that offer less than another field says */

  for (const list of document.querySelectorAll("select[data-below]")) {
    const field = document.querySelector(list.dataset.below);
    const offer = () => {
      for (const option of list.options) option.hidden = option.disabled = Number(option.value) >= Number(field.value);
      if (list.selectedOptions[0]?.disabled) list.value = [...list.options].findLast((option) => !option.disabled).value;
    };
    field.addEventListener("change", offer);
    offer();
  }

  /* Asking before something is sent, for those who want it or where there is no way back */

  const ask = (question, about, yes) => {
    const dialog = document.createElement("dialog");
    const form = document.createElement("form");
    form.method = "dialog";
    const line = (tag, text, value) => {
      const element = document.createElement(tag);
      element.textContent = text;
      if (value) Object.assign(element, { value, className: value === "yes" ? "btn prime" : "btn plain" });
      form.append(element);
    };
    dialog.className = "ask";
    line("h2", question);
    line("p", about);
    line("button", yes || words.yes, "yes");
    line("button", words.no, "no");
    dialog.append(form);
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((answer) => {
      dialog.addEventListener("close", () => {
        dialog.remove();
        answer(dialog.returnValue === "yes");
      });
    });
  };

  let sure = false;

  // While it is caught on its way down, before htmx sees it. The second click is a real one, so
  // that whoever sends the form knows which button it was.
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (!form.dataset.confirm || sure) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const label = submitter?.innerText.trim() ?? "";
    if (!(await ask(form.dataset.confirm, submitter?.dataset.says || label, label))) return;
    sure = true;
    if (submitter?.isConnected) submitter.click();
    sure = false;
  }, true);

  /* From a table to the next one, not to the same again */

  const [, table] = location.pathname.match(/^\/m\/([a-z2-7]+)\//) ?? [];
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#waiting a");
    if (link && table) link.search = `?besides=${table}`;
  });

  /* What is being sent looks so at once, and until there is an answer. */

  const unsend = () => { for (const button of document.querySelectorAll(".sending")) button.classList.remove("sending"); };
  document.addEventListener("submit", ({ submitter }) => submitter?.classList.add("sending"), true);
  for (const name of ["htmx:wsAfterMessage", "htmx:afterRequest"]) document.addEventListener(name, unsend);
  addEventListener("pageshow", unsend);

  /* What is not needed to show a page, or to answer on it, is loaded when the page is there. */

  addEventListener("load", async () => {
    const arrived = [];
    for (const later of document.querySelectorAll("template.later")) {
      const content = later.content.cloneNode(true);
      for (const script of content.querySelectorAll("script")) {
        arrived.push(new Promise((done) => { script.onload = script.onerror = done; }));
      }
      later.replaceWith(content);
    }
    await Promise.all(arrived);
    root.dataset.complete = "";
  });

  /* Now, after every swap, and as time goes by */

  const refresh = () => { showTimes(); tellTab(); sayNews(); sayCalls(); bringLater(); };
  refresh();
  document.addEventListener("htmx:afterSettle", refresh);
  document.addEventListener("htmx:wsAfterMessage", refresh);
  document.addEventListener("htmx:oobAfterSwap", refresh);
  document.addEventListener("talk:counted", tellTab);
  setInterval(showTimes, 30000);
  setInterval(() => document.querySelector(".until.close") && showTimes(), 1000);
})();
