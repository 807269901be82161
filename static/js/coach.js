/* Hints lie beside what they speak of, and throw light on it. Without this they stand above the table. */
"use strict";

(() => {
  const GAP = 14;
  const light = document.createElement("div");
  light.className = "light";
  light.hidden = true;
  document.body.append(light);

  const isShown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
  const targetOf = (hint) => [...document.querySelectorAll(`#table :is(${hint.dataset.at})`)].find(isShown);

  const clamp = (value, least, most) => Math.max(least, Math.min(value, most));

  /* Where there is most room: left or right of it, else above or below. */
  const beside = (hint, box) => {
    const [width, height] = [hint.offsetWidth, hint.offsetHeight];
    const [right, left] = [innerWidth - box.right, box.left];
    const [top, bottom] = [box.top, innerHeight - box.bottom];
    let [x, y] = [box.left + box.width / 2 - width / 2, box.top];
    if (right > width + 2 * GAP) x = box.right + GAP;
    else if (left > width + 2 * GAP) x = box.left - width - GAP;
    else y = top > bottom ? box.top - height - GAP : box.bottom + GAP;
    return [clamp(x, 12, innerWidth - width - 12), clamp(y, 70, innerHeight - height - 12)];
  };

  const place = () => {
    light.hidden = true;
    for (const hint of document.querySelectorAll("#hints .hint")) {
      if (!isShown(hint)) continue;
      const target = targetOf(hint);
      hint.classList.toggle("placed", Boolean(target));
      if (!target) continue;
      const box = target.getBoundingClientRect();
      const [x, y] = beside(hint, box);
      Object.assign(hint.style, { left: `${x}px`, top: `${y}px` });
      Object.assign(light.style, { left: `${box.left - 4}px`, top: `${box.top - 4}px`, width: `${box.width + 8}px`, height: `${box.height + 8}px` });
      light.hidden = false;
    }
  };

  let asked = 0;
  const soon = () => { cancelAnimationFrame(asked); asked = requestAnimationFrame(place); };

  soon();
  for (const happened of ["htmx:oobAfterSwap", "htmx:afterSettle", "change"]) document.addEventListener(happened, soon);
  addEventListener("resize", soon);
  addEventListener("load", soon);
  document.addEventListener("scroll", soon, true);
})();
