/* The way to the talk of a table. Its sheet, its script and its lines are fetched when it is opened
   for the first time; until then the page only counts what is new. Without scripts it is a link. */
"use strict";

(() => {
  const opener = document.getElementById("talk-open");
  const count = opener.querySelector(".n");
  let loading;

  const add = (tag, values) =>
    new Promise((resolve, reject) => {
      document.head.append(Object.assign(document.createElement(tag), values, { onload: resolve, onerror: reject }));
    });

  const load = () => {
    loading ??= Promise.all([
      add("link", { rel: "stylesheet", href: opener.dataset.css }),
      window.sideSheet || add("script", { src: opener.dataset.side }),
    ]).then(() => add("script", { src: opener.dataset.js }));
    return loading;
  };

  const show = (unread) => {
    opener.dataset.unread = unread;
    count.textContent = unread > 99 ? "99+" : unread;
    count.hidden = unread === 0;
    document.dispatchEvent(new Event("talk:counted"));
  };

  const isOpen = () => opener.getAttribute("aria-expanded") === "true";
  const isSeen = () => isOpen() && document.visibilityState === "visible";

  /* How much is new only the site knows: what somebody says whom one has muted is not, nor what was taken
     back; and of what was said while there was no connection nobody told. */
  let asking;
  const recount = () => {
    clearTimeout(asking);
    asking = setTimeout(async () => {
      const answer = await fetch(`${opener.pathname}?count=on`).catch(() => null);
      if (answer?.ok && !isSeen()) show(Number(await answer.text()));
    }, 300);
  };

  opener.addEventListener("click", (event) => {
    if (!window.htmx || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    load().then(
      () => opener.dispatchEvent(new Event("talk:open")),
      () => location.assign(opener.href),
    );
  });

  // A look that can be told leads to the claims that fit.
  document.addEventListener("click", (event) => {
    const way = event.target.closest("a.tell");
    if (!way || !window.htmx || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    opener.dataset.wanted = `${way.pathname}${way.search}&seen=1`;
    opener.click();
  });

  opener.addEventListener("talk:read", () => show(0));

  // htmx tells of a swap twice: once on the body, once on what is new.
  document.addEventListener("htmx:oobAfterSwap", ({ target }) => {
    if (target.id !== "talked") return;
    const isRead = target.dataset.read !== undefined;  // on another page of this account
    if (isRead) return show(0);
    if (isOpen()) opener.dispatchEvent(new Event("talk:heard"));
    if (!isSeen() && target.dataset.mine === undefined) recount();
    return undefined;
  });

  let isFirst = true;
  document.addEventListener("htmx:wsOpen", () => {
    if (!isFirst && !isSeen()) recount();
    isFirst = false;
  });
})();
