/* The bell's drop-down: the newest of the page to which the bell leads. Loaded when the bell is pressed
   for the first time (adit.js); its sheet with it, its content every time. While it is open it is
   fetched again whenever the bell on this page changes. */

const bell = () => document.getElementById("bell");
const menu = () => document.getElementById("bell-menu");

const sheet = new Promise((resolve, reject) => {
  const { bellCss: href } = document.getElementById("words").dataset;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: resolve, onerror: reject }));
});

const close = () => {
  menu()?.remove();
  bell().removeAttribute("aria-expanded");
};

const fetchInto = async () => {
  const hadFocus = menu().contains(document.activeElement);
  await htmx.ajax("GET", bell().href, { target: "#bell-menu", select: "#bell-menu", swap: "morph:outerHTML" });
  bell().setAttribute("aria-expanded", "true");
  if (hadFocus && !menu().contains(document.activeElement)) menu().focus();
};

export const toggle = async () => {
  if (menu()) {
    close();
    return;
  }
  await sheet;
  const place = document.createElement("section");
  Object.assign(place, { id: "bell-menu", className: "bell-menu", hidden: true });
  bell().after(place);
  await fetchInto();
  if (!menu()?.firstElementChild) throw new Error("nothing was fetched");
};

document.addEventListener("click", ({ target }) => {
  if (menu() && target.isConnected && !target.closest("#bell, #bell-menu")) close();
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
