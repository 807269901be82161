/* Where a table does not fit its window, in words. Asked by test_fits.py.

   Of a table it knows: #frame is the board, .tray holds the hand and the buttons, .person is a seat. */

const LEAST = { touch: 44, mouse: 24, place: 24 };
const LOOSE = 4; // what a line's box has over its letters

const isSeen = (element) => {
  const box = element.getBoundingClientRect();
  for (let node = element; node; node = node.parentElement) if (getComputedStyle(node).clipPath === "inset(50%)") return false;
  return box.width > 1 && box.height > 1 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
};

const named = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} “${element.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}”`;

const rounded = ({ left, top, width, height }) => [left, top + scrollY, width, height].map(Math.round);

const board = () => document.getElementById("frame");
const letGo = () => {
  for (const input of document.querySelectorAll("#table input[type=radio]:checked")) input.checked = false;
  board().scrollTo(0, 0);
  scrollTo(0, 0);
};

/* With nothing chosen. */
const boxes = () => letGo() ?? ({ board: rounded(board().getBoundingClientRect()), tray: rounded(document.querySelector(".tray").getBoundingClientRect()) });

/* What is pressed, and the part of it that a finger meets: a place on the board is a sheet over all of
   it, of which one shape can be touched. */
const PRESSED = "#table :is(a[href], button, summary, label[for]), .head :is(a[href], summary)";
const core = (element) => element.querySelector(".body rect, .body ellipse") ?? element;
const isOnBoard = (element) => board().contains(element);
const targets = () => [...document.querySelectorAll(PRESSED)].filter((element) => isSeen(element) && isSeen(core(element)) && !element.closest(".log, .vh, .again, .dealt"));

const meets = (element) => {
  const box = core(element).getBoundingClientRect();
  const points = [[0.5, 0.5], [0.25, 0.3], [0.75, 0.7], [0.5, 0.2], [0.5, 0.8]];
  return points.some(([across, down]) => {
    const met = document.elementFromPoint(box.left + across * box.width, box.top + down * box.height);
    if (!met) return false;
    // A card that fits both ways has two labels at one place, and the upper is the way to the lower.
    return element.contains(met) || (met.closest("label") && met.closest(".both")?.contains(element));
  });
};

/* The board is scrolled to find them, the page only where it has no room for board and hand at once. */
const hidden = (mayScroll) =>
  targets().flatMap((element) => {
    scrollTo(0, 0);
    if (isOnBoard(element) || mayScroll) core(element).scrollIntoView({ block: "center", inline: "center" });
    if (!mayScroll) scrollTo(0, 0);
    const isMet = meets(element);
    scrollTo(0, 0);
    return isMet ? [] : [`cannot be met: ${named(element)}`];
  });

const small = (isTouched) =>
  targets().flatMap((element) => {
    const { width, height } = core(element).getBoundingClientRect();
    const isInSentence = getComputedStyle(element).display === "inline";
    const least = isOnBoard(element) || !isTouched ? LEAST.place : LEAST.touch;
    if (isInSentence || (width >= least - 0.5 && height >= least - 0.5)) return [];
    return [`${Math.round(width)} × ${Math.round(height)} px: ${named(element)}`];
  });

/* A text may end in an ellipsis where its whole is said to those who listen: a name in its seat. */
const cut = () =>
  [...document.querySelectorAll(".tray *, .person .who b, .turn, .match-name > *")].flatMap((element) => {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!hasText || !isSeen(element) || element.closest(".vh, svg")) return [];
    const around = element.closest(".harm, .bar, .about, .doing, .hand, .chips, .dock, .people ol, .head, .turn").getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const mayEnd = getComputedStyle(element).textOverflow === "ellipsis";
    const isOut = text.bottom > around.bottom + LOOSE || text.top < around.top - LOOSE || (!mayEnd && (text.right > around.right + 1.5 || text.left < around.left - 1.5));
    return isOut ? [`cut: ${named(element)}`] : [];
  });

/* Whose turn it is is read, and nothing lies over it. */
const covered = () => {
  const turn = document.querySelector(".turn");
  const around = turn.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(turn);
  const points = isSeen(turn) ? [...range.getClientRects()].flatMap(({ left, right, top, bottom }) => {
    const [from, to, down] = [Math.max(left, around.left) + 2, Math.min(right, around.right) - 2, (top + bottom) / 2];
    return from < to ? [[from, down], [(from + to) / 2, down], [to, down]] : [];
  }) : [];
  const isMet = ([x, y]) => turn.contains(document.elementFromPoint(x, y));
  const words = turn.firstChild && document.createRange();
  words?.selectNodeContents(turn.firstChild);
  const isCut = isSeen(turn) && words && words.getBoundingClientRect().right > around.right + 1;
  return [...(points.every(isMet) ? [] : ["something lies over whose turn it is"]), ...(isCut ? ["whose turn it is is cut"] : [])];
};

/* What is told large is read whole, and what belongs to a seat stands in it. */
const spilt = () => {
  const spills = (inner, outer) => inner.top < outer.top - LOOSE || inner.bottom > outer.bottom + LOOSE || inner.left < outer.left - LOOSE || inner.right > outer.right + LOOSE;
  const told = [...document.querySelectorAll(".stage .now")].filter(isSeen).filter((text) => {
    const frame = text.closest(".stage.secret .latest") ?? text.closest(".bar, .dock");
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].some((line) => spills(line, frame.getBoundingClientRect()));
  });
  const pieces = [...document.querySelectorAll(".person > :not(.aims, .doing)")].filter(isSeen).filter((piece) => spills(piece.getBoundingClientRect(), piece.parentElement.getBoundingClientRect()));
  return [...told, ...pieces].map((element) => `spilt: ${named(element)}`);
};

/* The tray is in the window, whatever is chosen in it. */
const outside = () => {
  const parts = [...document.querySelectorAll(".tray, .tray button, .tray .btn, .tray label, .doing, .about, .doing button, .harm")];
  return parts.filter(isSeen).flatMap((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isIn = top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
    return isIn ? [] : [`outside the window: ${named(element)}`];
  });
};

const sideways = () => {
  const page = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  const parts = [...document.querySelectorAll(".table *, .head *")].filter((element) => {
    const flow = getComputedStyle(element).overflowX;
    return (flow === "auto" || flow === "scroll") && element.scrollWidth > element.clientWidth + 1 && element.id !== "frame";
  });
  return [...page, ...parts.map((element) => `scrolls sideways: ${named(element)}`)];
};

const low = (share) => {
  const { top, height } = board().getBoundingClientRect();
  const seen = Math.min(top + height, innerHeight) - Math.max(top, 0);
  return seen >= share * innerHeight - 0.5 ? [] : [`the board has ${Math.round(seen)} of ${innerHeight} px`];
};

const trouble = (share, isTouched) => [...low(share), ...outside(), ...sideways(), ...cut(), ...covered(), ...spilt(), ...small(isTouched), ...hidden(false)];
const troubleWhenTiny = () => [...sideways(), ...cut(), ...small(true), ...hidden(true)];

/* A choice of the hand or the dock, and its first place. */
const raise = (turn) => {
  const cards = [...document.querySelectorAll(".tray input.pick")].filter((input) => document.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.checkVisibility());
  if (cards.length === 0) return false;
  cards[turn % cards.length].click();
  const first = [...document.querySelectorAll("#table label[for]")].find((label) => isOnBoard(label) && isSeen(core(label)));
  first?.click();
  return true;
};
