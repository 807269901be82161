/* What is hard to read or to touch in this page, in words. Asked by test_looks.py. */

const CONTRAST = 4.5;
const TARGET = 44;

const parse = (colour) => {
  const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
  return { r, g, b, a };
};
const over = (top, below) => ({
  r: top.r * top.a + below.r * (1 - top.a),
  g: top.g * top.a + below.g * (1 - top.a),
  b: top.b * top.a + below.b * (1 - top.a),
  a: 1,
});
const channel = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const light = ({ r, g, b }) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const contrast = (one, other) => {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

/* The colour behind an element; none where a picture or a gradient lies there. */
const ground = (element) => {
  const layers = [];
  for (let node = element; node; node = node.parentElement) {
    const style = getComputedStyle(node);
    if (style.backgroundImage !== "none") return null;
    const colour = parse(style.backgroundColor);
    if (colour.a > 0) layers.push(colour);
    if (colour.a === 1) break;
  }
  return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
};

const opacity = (element) => {
  let all = 1;
  for (let node = element; node; node = node.parentElement) all *= Number(getComputedStyle(node).opacity);
  return all;
};

const isSeen = (element) => {
  const box = element.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
};

const named = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} “${element.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}”`;

const faint = () => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !isSeen(element) || element.closest("svg, script, .vh, .asleep")) continue;
    const behind = ground(element);
    if (!behind) continue;
    const ink = parse(getComputedStyle(element).color);
    const ratio = contrast(over({ ...ink, a: ink.a * opacity(element) }, behind), behind);
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (ratio < CONTRAST) found.push(`contrast ${ratio.toFixed(2)}: ${named(element)}`);
    if (size < 11) found.push(`${size} px: ${named(element)}`);
  }
  return found;
};

/* A link within a sentence is as high as its line; anything else that is pressed has to be met. */
const small = () => {
  const pressed = document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden], .pick), label[for]");
  return [...pressed].filter(isSeen).flatMap((element) => {
    const box = (element.matches("label input") ? element.closest("label") : element).getBoundingClientRect();
    const isInSentence = getComputedStyle(element).display === "inline" && element.parentElement.textContent.trim() !== element.textContent.trim();
    const isFieldLabel = element.matches("label") && document.getElementById(element.htmlFor)?.matches("input:not([type=radio], [type=checkbox]), select, textarea");
    if (isInSentence || isFieldLabel || element.matches(".skip, .way")) return [];
    const fits = box.width >= TARGET - 0.5 && box.height >= TARGET - 0.5;
    return fits ? [] : [`${Math.round(box.width)} × ${Math.round(box.height)} px: ${named(element)}`];
  });
};

const trouble = () => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the window"] : [];
  return [...wide, ...faint(), ...small()];
};
