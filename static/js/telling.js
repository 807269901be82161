/* An open page that is not looked at tells of what has just come, by a notification of the browser's.
   Loaded only where somebody asked for that on the page of what they are told. If another page of
   ours is looked at, or has told of it already, this one is silent. */

const PATIENCE = 300; // ms, in which the others say so
const others = new BroadcastChannel("told");
let known = 0;
let shown = null;

others.addEventListener("message", ({ data }) => { known = Math.max(known, data); });

const know = (number) => {
  known = number;
  others.postMessage(number);
};

const show = ({ title, text, tag, path }) => {
  const icon = document.querySelector('link[rel="icon"]')?.dataset.turn;
  shown = new Notification(title, { body: text, tag, icon });
  shown.addEventListener("click", () => {
    window.focus();
    shown.close();
    location.assign(path);
  });
};

const look = () => {
  const { latest, ...said } = document.getElementById("bell")?.dataset ?? {};
  const number = Number(latest ?? 0);
  if (number <= known || Notification.permission !== "granted") return;
  if (!document.hidden) {
    know(number);
    return;
  }
  setTimeout(() => {
    if (number <= known || !document.hidden) return;
    know(number);
    show(said);
  }, PATIENCE);
};

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) shown?.close();
});
for (const name of ["htmx:wsAfterMessage", "htmx:oobAfterSwap"]) document.addEventListener(name, look);
look();
