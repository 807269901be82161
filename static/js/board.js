/* The board under the hand: zoom by pinch, wheel, keys and buttons, an overview, and what can be chosen
   is brought into sight.

   Of a title's board it knows: #frame is what pans, its first child is the board, whose size the
   title's sheet multiplies by --zoom; what can be chosen on it is a label, and the shape within that is
   met is its .body (without one, the label itself). */
"use strict";

(() => {
  const main = document.getElementById("main");
  const frame = () => document.getElementById("frame");
  const [MOST, STEP] = [3, 1.35];
  let zoom = 1;

  const isStill = () =>
    document.documentElement.classList.contains("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;

  /* Zoom, around a point of the window. */

  const least = () => {
    const [board, around] = [frame().firstElementChild, frame()];
    const { width, height } = board.getBoundingClientRect();
    const fits = Math.min(around.clientWidth / width, around.clientHeight / height) * zoom;
    return Math.min(1, fits);
  };

  const zoomTo = (wanted, x, y) => {
    const around = frame();
    const box = around.getBoundingClientRect();
    const [left, top] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
    const next = Math.min(MOST, Math.max(least(), wanted));
    const ratio = next / zoom;
    const [across, down] = [(around.scrollLeft + left) * ratio - left, (around.scrollTop + top) * ratio - top];
    zoom = next;
    main.style.setProperty("--zoom", zoom);
    around.scrollTo({ left: across, top: down, behavior: "instant" });
  };

  const overview = () => zoomTo(zoom > least() + 0.01 ? least() : 1);
  const DOES = { in: () => zoomTo(zoom * STEP), out: () => zoomTo(zoom / STEP), all: overview };

  document.documentElement.classList.add("zooming");
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-zoom]");
    if (button && frame()) DOES[button.dataset.zoom]();
  });

  // A wheel zooms; where the whole board is in sight, turning it back scrolls the page as usual.
  document.addEventListener("wheel", (event) => {
    if (!event.target.closest?.("#frame")) return;
    const isBack = event.deltaY > 0 && zoom <= 1;
    if (isBack && !event.ctrlKey) return;
    if (!event.ctrlKey && matchMedia("(max-width: 1099px)").matches) return;
    event.preventDefault();
    zoomTo(zoom * STEP ** (-event.deltaY / 240), event.clientX, event.clientY);
  }, { passive: false });

  /* Two fingers pinch; a mouse pulls the board. */

  const fingers = new Map();
  let pinch;

  const apart = () => {
    const [one, other] = [...fingers.values()];
    return { far: Math.hypot(one.x - other.x, one.y - other.y), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  };

  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.("#frame")) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, mouse: event.pointerType === "mouse" });
    if (fingers.size === 2) pinch = { far: apart().far, zoom };
  });

  document.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    if (finger.mouse && event.buttons === 1) frame().scrollBy(finger.x - event.clientX, finger.y - event.clientY);
    [finger.x, finger.y] = [event.clientX, event.clientY];
    if (fingers.size !== 2 || !pinch) return;
    const { far, x, y } = apart();
    zoomTo(pinch.zoom * (far / pinch.far), x, y);
  });

  const lift = ({ pointerId }) => { fingers.delete(pointerId); pinch = undefined; };
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", lift);

  /* What can be chosen comes into the part of the board that is in sight: all of it where it fits, else
     what is nearest. */

  const isShown = (element) => element.checkVisibility({ checkVisibilityCSS: true });
  const shape = (label) => [...label.querySelectorAll(".body")].find(isShown) ?? label;
  const chosenShape = (label) => [...label.querySelectorAll(".plan")].find(isShown) ?? shape(label);
  const boxOf = (element) => element.getBoundingClientRect();
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

  const around = (boxes) => {
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
    return new DOMRect(left, top, right - left, bottom - top);
  };

  const show = (boxes) => {
    const board = frame();
    if (!board || !boxes.length) return;
    const sight = boxOf(board);
    const [x, y] = middle(sight);
    const isIn = (box) => box.left >= sight.left && box.right <= sight.right && box.top >= sight.top && box.bottom <= sight.bottom;
    if (boxes.every(isIn)) return;
    const far = (box) => Math.hypot(middle(box)[0] - x, middle(box)[1] - y);
    const all = around(boxes);
    const fits = all.width <= sight.width && all.height <= sight.height;
    const aim = fits ? all : boxes.reduce((near, box) => (far(box) < far(near) ? box : near));
    const [across, down] = middle(aim);
    board.scrollBy({ left: across - x, top: down - y, behavior: isStill() ? "instant" : "smooth" });
  };

  const choosable = () => {
    const labels = [...(frame()?.querySelectorAll("label[for]") ?? [])].filter(isShown);
    return labels.map(shape).map(boxOf).filter(({ width }) => width > 0);
  };

  const showChosen = (input) => {
    const own = [...(frame()?.querySelectorAll(`label[for="${CSS.escape(input.id)}"]`) ?? [])].filter(isShown);
    show(own.length ? own.map(chosenShape).map(boxOf) : choosable());
  };

  document.addEventListener("change", ({ target }) => {
    if (target.matches?.("#table .pick") && target.checked) showChosen(target);
  });

  /* A new question on the board itself (where to walk, what to take) is shown as it is asked. */

  let asked;
  const showQuestion = () => {
    const table = document.getElementById("table");
    const now = table?.dataset.turn === "mine" ? table.dataset.number : undefined;
    if (now !== undefined && now !== asked) show(choosable());
    asked = now;
  };

  showQuestion();
  document.addEventListener("htmx:oobAfterSwap", showQuestion);
})();
