/* What is told on an open page of somebody who is logged in. Loaded when the page is there; without it
   the bell is a link. */
"use strict";

(() => {
  const { css, telling } = document.currentScript.dataset;
  const { account } = document.getElementById("words").dataset;

  /* What was pushed to this browser about a table has done its work when the table is here. */

  const [, table] = location.pathname.match(/^\/m\/([a-z2-7]+)\//) ?? [];
  const closePushed = async () => {
    const worker = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await worker?.getNotifications({ tag: table })) ?? []) shown.close();
  };
  if (table) closePushed();

  /* Telling of what comes while this page is not looked at: for those who asked for it here. */

  if (localStorage.getItem("told-while-open") === account) import(telling);

  /* The bell's drop-down: the newest of the page to which the bell leads. It is fetched whenever it is
     opened, and again when the bell changes while it is open; its sheet, when it is first opened. */

  const bell = () => document.getElementById("bell");
  const menu = () => document.getElementById("bell-menu");
  let styled;

  const style = () => {
    styled ??= new Promise((resolve, reject) => {
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: css, onload: resolve, onerror: reject }));
    });
    return styled;
  };

  const close = () => {
    menu()?.remove();
    bell().removeAttribute("aria-expanded");
  };

  const fetchInto = async () => {
    const hadFocus = menu().contains(document.activeElement);
    await htmx.ajax("GET", bell().href, { target: "#bell-menu", select: "#bell-menu", swap: "morph:outerHTML" });
    if (!menu()) return; // closed meanwhile
    bell().setAttribute("aria-expanded", "true");
    if (hadFocus && !menu().contains(document.activeElement)) menu().focus();
  };

  const open = async () => {
    await style();
    const place = document.createElement("section");
    Object.assign(place, { id: "bell-menu", className: "bell-menu", hidden: true });
    bell().after(place);
    await fetchInto();
    if (menu() && !menu().firstElementChild) throw new Error("nothing was fetched");
  };

  document.addEventListener("click", (event) => {
    const { target } = event;
    const link = target.closest?.("#bell");
    if (link && window.htmx && link.pathname !== location.pathname && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      if (menu()) close();
      else open().catch(() => location.assign(link.href));
    } else if (menu() && target.isConnected && !target.closest("#bell-menu")) {
      close();
    }
  });

  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu()) return;
    const hadFocus = menu().contains(document.activeElement);
    close();
    if (hadFocus) bell().focus();
  });

  document.addEventListener("htmx:oobAfterSwap", ({ target }) => {
    if (target.id === "bell" && menu()) fetchInto();
  });
})();
