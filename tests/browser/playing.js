/* Asked by playing.py, inside the page. */

const table = () => document.getElementById("table");
const inputs = () => [...table().querySelectorAll("input[type=radio], input[type=checkbox]")];
const button = (value) => [...table().querySelectorAll("button[name=action]")].find((one) => one.value === value);
const isChosen = (id) => document.getElementById(id).checked;

const isDrawn = (element) =>
  element.getClientRects().length > 0 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });

/* A point where a click would meet the element: its own, or one of a shape in it. */
const hit = (element) => {
  for (const part of [element, ...element.querySelectorAll("*")]) {
    part.scrollIntoView({ block: "center", inline: "center" });
    const box = part.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const met = box.width > 0 && document.elementFromPoint(x, y);
    if (met && element.contains(met)) return [x, y];
  }
  return null;
};

/* Which choices bring the button to light: none, one, or one within another. */
const way = (value) => {
  const wanted = button(value);
  if (!wanted) return null;
  const all = inputs();
  const kept = all.map((input) => input.checked);
  const putBack = () => all.forEach((input, place) => { input.checked = kept[place]; });
  const leads = (...chain) => {
    putBack();
    for (const input of chain) input.checked = true;
    return isDrawn(wanted) && hit(wanted) !== null;
  };
  const before = all.filter((input) => input.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING);
  const near = [...before.reverse(), ...all.filter((input) => !before.includes(input))];
  const found = (chain) => { putBack(); return chain.map((input) => input.id); };
  if (leads()) return found([]);
  for (const inner of near) if (leads(inner)) return found([inner]);
  for (const inner of near.slice(0, 3)) {
    for (const outer of near) if (leads(outer, inner)) return found([outer, inner]);
  }
  for (const inner of near.slice(0, 2)) {
    for (const middle of near) for (const outer of near) if (leads(outer, middle, inner)) return found([outer, middle, inner]);
  }
  putBack();
  return null;
};

/* Where to click for a button or for a choice's label. A label that lies under its twin is met there. */
const point = (kind, name) => {
  if (kind === "button") return hit(button(name));
  const labels = [...table().querySelectorAll(`label[for="${CSS.escape(name)}"]`)].filter((label) => label.getClientRects().length);
  for (const label of labels) {
    const found = hit(label);
    if (found) return found;
  }
  for (const part of labels.flatMap((label) => [...label.querySelectorAll("rect"), label])) {
    const box = part.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (document.elementFromPoint(x, y)?.closest("label")) return [x, y];
  }
  return null;
};

/* Where the page's table and another differ, but for what belongs to the reader. */
const plainly = (root) => {
  const copy = root.cloneNode(true);
  for (const element of copy.querySelectorAll("#log .since")) element.remove();
  for (const element of copy.querySelectorAll("time")) {
    element.removeAttribute("title");
    if (element.dataset.show !== "title") element.textContent = "";
  }
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["checked", "open", "data-keep-scroll", "hx-swap-oob"]) element.removeAttribute(name);
    element.classList.remove("fresh", "htmx-settling", "htmx-added", "htmx-swapping");
    if (element.getAttribute("class") === "") element.removeAttribute("class");
    const attributes = [...element.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const { name } of attributes) element.removeAttribute(name);
    for (const { name, value } of attributes) element.setAttribute(name, value);
  }
  return copy.outerHTML.replace(/\s+/g, " ");
};

const difference = (html) => {
  const [here, there] = [table(), new DOMParser().parseFromString(html, "text/html").getElementById("table")].map(plainly);
  if (here === there) return null;
  let at = 0;
  while (here[at] === there[at]) at += 1;
  return `the page has …${here.slice(Math.max(0, at - 80), at + 160)}… instead of …${there.slice(Math.max(0, at - 80), at + 160)}…`;
};

const look = (html) => ({
  number: Number(table().dataset.number),
  difference: difference(html),
  offered: [...table().querySelectorAll("[name=action]")].map((one) => one.value),
  tables: document.querySelectorAll("#table").length,
  notices: document.querySelectorAll("#notice").length,
});
