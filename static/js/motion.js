/* What happened is played on the table: from the old picture of it to the new one.

   A push is put in place at once, so that everything can be read and chosen; over the board and the
   people lies a copy of what was there before, without ids, names or a voice. On that copy things move
   as the server says (#moved, games/presentation/motions.py): copies of pieces in one fixed layer, by
   transform and opacity alone. Then both go, and the new view is there. A place that the old picture
   does not have is not gone to. Nothing here is needed to play.

   One push takes 2.5 s at most. While others wait the rest goes three times as fast, and of several
   only the last is played. A tap or a key ends it. In a hidden tab, and for those who want no motion,
   nothing is played. */
"use strict";

(() => {
  const [AT_MOST, LEAST, HURRY] = [2500, 60, 3];
  const OUT = "cubic-bezier(.2, .7, .2, 1)";
  const PANNED = 5000; // for so long the board is left where the reader pulled it
  const SVG = "http://www.w3.org/2000/svg";
  const SCROLLED = "#frame, .people ol, .view";

  const root = document.documentElement;
  const table = () => document.getElementById("table");
  const shown = () => Number(table()?.dataset.number ?? -1);
  const wantsNone = matchMedia("(prefers-reduced-motion: reduce)");
  const isStill = () => wantsNone.matches || root.classList.contains("still");

  const kept = `faster:${location.pathname}`;
  let isFast = localStorage.getItem(kept) !== null;

  /* The site is told of it too: where nobody else waits for them, bots move at once. Not while the end
     of a round is looked at. */

  let [socket, hurried] = [null, -1];
  const isAtEnd = () => document.querySelector(".round-over > .pick:not(:checked)") !== null;

  const hurryBots = () => {
    if (!isFast || !socket || table()?.dataset.turn !== "others" || shown() <= hurried || isAtEnd()) return;
    hurried = shown();
    socket.send(`faster ${hurried}`);
  };

  document.addEventListener("htmx:wsAfterMessage", ({ detail }) => {
    socket = detail.socketWrapper;
    hurryBots();
  });

  /* The old picture */

  const pictureOf = (old, box) => {
    const copy = old.cloneNode(true);
    for (const element of copy.querySelectorAll("[id]")) {
      element.dataset.was = element.id;
      element.removeAttribute("id");
    }
    for (const element of copy.querySelectorAll("[name], [form], [for]")) {
      for (const name of ["name", "form", "for", "value"]) element.removeAttribute(name);
    }
    for (const name of ["id", "data-say", "data-your-turn", "hx-swap-oob"]) copy.removeAttribute(name);
    copy.classList.add("pictured");
    Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    const places = [...old.querySelectorAll(SCROLLED)].map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
    return { copy, places };
  };

  const pictureNow = () => pictureOf(table(), table().getBoundingClientRect());

  // Movers stand in the same classes as the table, by which a title sets its colours.
  const heldLike = (copy) => {
    const [holder, within] = [document.createElement("div"), document.createElement("div")];
    holder.className = [...copy.classList].filter((name) => name.startsWith("title-")).join(" ");
    within.className = copy.querySelector(".board .tabletop, .tabletop")?.className ?? "";
    within.classList.add("movers");
    holder.append(within);
    return holder;
  };

  const hang = ({ copy, places }) => {
    const layer = document.createElement("div");
    layer.className = "motion";
    layer.inert = true;
    layer.setAttribute("aria-hidden", "true");
    layer.append(copy);
    layer.append(heldLike(copy));
    document.body.append(layer);
    const scrolled = copy.querySelectorAll('[data-was="frame"], .people ol, .view');
    scrolled.forEach((element, n) => { if (places[n]) [element.scrollLeft, element.scrollTop] = places[n]; });
    return layer;
  };

  /* Places in it */

  const boxOfOne = (picture, id) => {
    for (const element of picture.querySelectorAll(`[data-was="${id}"], [data-place="${id}"]`)) {
      for (const candidate of [...element.querySelectorAll(".around"), element]) {
        const box = candidate.getBoundingClientRect();
        if (box.width && box.height) return box;
      }
    }
    return null;
  };

  const boxOf = (picture, place) => {
    const boxes = place.split("+").map((id) => boxOfOne(picture, id));
    if (boxes.includes(null)) return null;
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
    return new DOMRect(left, top, right - left, bottom - top);
  };

  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const around = ([x, y], width, height) => new DOMRect(x - width / 2, y - height / 2, width, height);

  // A cell is 100 units wide; elsewhere a piece is as large as there is room, and never large.
  const boxFor = (picture, place, [width, height]) => {
    const box = boxOf(picture, place);
    if (!box) return null;
    const isCell = picture.querySelector(`.cell[data-was="${place.split("+")[0]}"]`) !== null;
    const cell = isCell ? boxOf(picture, place.split("+")[0]) : null;
    const unit = cell ? cell.width / 100 : Math.min(box.width / width, box.height / height, 56 / height);
    const isRow = !cell && box.width > 3 * box.height;
    const [x, y] = isRow ? [box.left + box.height / 2, middle(box)[1]] : middle(box);
    return around([x, y], width * unit, height * unit);
  };

  // What is drawn there: of the drawings of a symbol, the nearest to that place.
  const drawingAt = (picture, symbol, box) => {
    const [x, y] = middle(box);
    const far = (use) => {
      const [u, v] = middle(use.getBoundingClientRect());
      return Math.hypot(u - x, v - y);
    };
    const drawn = [...picture.querySelectorAll(`use[href$="#${symbol}"]`)];
    return drawn.filter((use) => use.getBoundingClientRect().width).sort((a, b) => far(a) - far(b))[0];
  };

  /* Movers */

  const svg = (symbols, [width, height], sprite) => {
    const drawing = document.createElementNS(SVG, "svg");
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const symbol of symbols) {
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", `${sprite}#${symbol}`);
      use.setAttribute("width", width);
      use.setAttribute("height", height);
      drawing.append(use);
    }
    return drawing;
  };

  const moverAt = (stage, box, faces, { name = "", sprite = stage.sprite } = {}) => {
    const mover = document.createElement("div");
    mover.className = `mover ${name}`;
    Object.assign(mover.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    const [front, back, size] = faces ?? [[], [], [100, 100]];
    if (front.length) mover.append(svg(front, size, sprite));
    else if (faces) mover.classList.add("back");
    if (back.length) mover.append(svg(back, size, sprite));
    stage.movers.append(mover);
    return mover;
  };

  const towards = (from, to) => {
    const [[x, y], [u, v]] = [middle(from), middle(to)];
    return `translate(${u - x}px, ${v - y}px) scale(${to.width / from.width})`;
  };

  const animate = (stage, element, frames, ms, easing = OUT) => {
    const animation = element.animate(frames, { duration: ms, easing, fill: "both" });
    animation.playbackRate = stage.rate;
    stage.running.add(animation);
    return animation.finished.catch(() => undefined).finally(() => stage.running.delete(animation));
  };

  const lift = (stage, motion, box) => {
    const drawing = motion.leaves && motion.faces ? drawingAt(stage.picture, motion.faces[0].at(-1), box) : null;
    if (!drawing) return null;
    const lifted = drawing.getBoundingClientRect();
    drawing.style.opacity = 0;
    return lifted;
  };

  const halves = (mover) => [...mover.children];

  const turnOver = (stage, mover, ms) => {
    const [front, back] = halves(mover);
    if (!back) return undefined;
    animate(stage, back, [{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: .5 }, { transform: "none" }], ms, "ease-in-out");
    return animate(stage, front, [{ transform: "none" }, { transform: "scaleX(0)", offset: .5 }, { transform: "scaleX(0)" }], ms, "ease-in-out");
  };

  const KINDS = {
    async fly(stage, { way, faces, turned, ...motion }, ms) {
      const size = faces?.[2] ?? [100, 100];
      const origin = boxOf(stage.picture, way[0]);
      if (!origin) return;
      const from = lift(stage, { faces, ...motion }, origin) ?? boxFor(stage.picture, way[0], size);
      const goal = boxFor(stage.picture, way.at(-1), size);
      if (!goal) return;
      const to = motion.leaves && !motion.ends ? around(middle(goal), from.width, from.height) : goal;
      const mover = moverAt(stage, to, faces);
      const spin = turned ? " rotate(-180deg)" : "";
      if (turned) mover.classList.add("turned");
      turnOver(stage, mover, ms);
      await animate(stage, mover, [
        { transform: towards(to, from) + spin },
        ...(turned ? [{ transform: towards(to, around(middle(to).map((n, at) => n + (middle(from)[at] - n) / 3), to.width, to.height)) + spin, offset: .66 }] : []),
        { transform: "none" },
      ], ms);
      if (motion.ends) mover.remove();
    },

    async hop(stage, { way, faces, leaves, looks }, ms) {
      const boxes = way.map((place) => boxOf(stage.picture, place));
      if (!faces || boxes.includes(null)) return;
      const from = lift(stage, { leaves, faces }, boxes[0]) ?? boxFor(stage.picture, way[0], faces[2]);
      const mover = moverAt(stage, from, faces);
      const [[x, y], steps] = [middle(boxes[0]), boxes.length - 1];
      const frames = [];
      boxes.forEach((box, n) => {
        const [u, v] = middle(box);
        const look = (there) => (looks && there && middle(there)[0] > u ? " scaleX(-1)" : "");
        const side = look(boxes[n + 1]) || (n === steps && looks && u > middle(boxes[n - 1])[0] ? " scaleX(-1)" : "");
        frames.push({ transform: `translate(${u - x}px, ${v - y}px)${side}`, offset: n / steps });
        if (n === steps) return;
        const [p, q] = middle(boxes[n + 1]);
        const height = looks ? 0 : from.height * .18;
        frames.push({ transform: `translate(${(u + p) / 2 - x}px, ${(v + q) / 2 - y - height}px)${side}`, offset: (n + .5) / steps });
      });
      await animate(stage, mover, frames, ms, "linear");
    },

    async look(stage, { way }, ms) {
      const [from, to] = [boxFor(stage.picture, way[0], [100, 100]), boxFor(stage.picture, way[1], [60, 60])];
      if (!from || !to) return;
      const mover = moverAt(stage, to, [["eye"], [], [100, 100]], { name: "eye", sprite: stage.signs });
      await animate(stage, mover, [{ transform: towards(to, from) }, { transform: "none", offset: .38 }, { transform: "none" }], ms);
      mover.remove();
    },

    async turn(stage, { way, faces, turned }, ms) {
      const box = boxFor(stage.picture, way[0], faces[2]);
      if (!box) return;
      // What turns leaves its place empty, with whatever is noted on it.
      const drawing = drawingAt(stage.picture, faces[0].at(-1), box);
      const noted = drawing?.parentElement;
      const left = noted?.getBoundingClientRect().width < 1.5 * box.width ? noted : drawing;
      if (left) left.style.opacity = 0;
      await turnOver(stage, moverAt(stage, box, faces, { name: turned ? "turns-round" : "" }), ms);
    },

    async shake(stage, { way, faces, leaves }, ms) {
      const box = boxOf(stage.picture, way[0]);
      if (!box) return;
      const lifted = lift(stage, { leaves, faces }, box);
      const row = stage.picture.querySelector(`li[data-was="${way[0]}"]`);
      const shaken = lifted ? moverAt(stage, lifted, faces) : row ?? moverAt(stage, box, null, { name: "ring" });
      const side = (n) => ({ transform: `translateX(${n}px)` });
      const frames = [side(0), side(-4), side(4), side(-3), side(2), lifted ? { transform: "rotate(-11deg)" } : side(0)];
      await animate(stage, shaken, frames, ms, "linear");
    },

    async go(stage, { way, faces }, ms) {
      const box = boxOf(stage.picture, way[0]);
      const drawn = box ? faces[0].map((symbol) => drawingAt(stage.picture, symbol, box)).filter(Boolean) : [];
      await Promise.all(drawn.map((use) => animate(stage, use, [{ opacity: 1 }, { opacity: 0 }], ms)));
    },

    async roll(stage, { way, faces }, ms) {
      const box = boxOf(stage.picture, way[0]);
      if (!box) return;
      const to = around([middle(box)[0], box.top - 40], 56, 56);
      const frames = [
        { transform: "translate(-70px, -50px) rotate(-300deg) scale(.6)" },
        { transform: "translate(-20px, 6px) rotate(-80deg)", offset: .55 },
        { transform: "none", offset: .8 },
        { transform: "none" },
      ];
      await animate(stage, moverAt(stage, to, faces, { name: "die" }), frames, ms);
    },

    async show(stage, { way }, ms) {
      const box = boxOf(stage.picture, way[0]);
      if (!box) return;
      const ring = moverAt(stage, box, null, { name: "ring" });
      await animate(stage, ring, [{ opacity: 0 }, { opacity: 1, offset: .5 }, { opacity: 0 }], ms);
    },
  };

  /* The frame goes along to where something happens, unless the reader has just pulled it elsewhere. */

  let panned = 0;
  for (const name of ["pointerdown", "wheel", "touchmove"]) {
    document.addEventListener(name, (event) => { if (event.target.closest?.("#frame")) panned = Date.now(); }, { passive: true });
  }

  const follow = async (stage, place) => {
    const frame = stage.picture.querySelector('[data-was="frame"]');
    const box = frame && Date.now() - panned > PANNED ? boxOf(stage.picture, place) : null;
    const inside = frame?.getBoundingClientRect();
    if (!box || !frame.querySelector(`[data-was="${place.split("+")[0]}"]`)) return;
    if (box.left >= inside.left && box.right <= inside.right && box.top >= inside.top && box.bottom <= inside.bottom) return;
    const [[x, y], [u, v]] = [middle(inside), middle(box)];
    const to = { left: frame.scrollLeft + u - x, top: frame.scrollTop + v - y };
    for (const element of [frame, document.getElementById("frame")]) element?.scrollTo({ ...to, behavior: "smooth" });
    await new Promise((done) => { setTimeout(done, 200 / stage.rate); });
  };

  /* The queue */

  let [playing, waiting] = [null, null];

  // What begins with the one before it takes no time of its own.
  const total = (motions) => motions.reduce((sum, motion) => sum + (motion.beside ? 0 : motion.ms), 0);

  const groups = (motions) => motions.reduce((found, motion) => {
    if (motion.beside && found.length) found.at(-1).push(motion);
    else found.push([motion]);
    return found;
  }, []);

  const playOne = async (stage, motion, scale) => {
    const ms = motion.ms * scale;
    if (ms >= LEAST) await KINDS[motion.kind]?.(stage, motion, ms);
  };

  const perform = async (stage, motions) => {
    const scale = Math.min(1, AT_MOST / total(motions)) * (isFast && !stage.isAgain ? .5 : 1);
    for (const together of groups(motions)) {
      if (stage.isOver) return;
      await follow(stage, together[0].way.at(-1));
      if (stage.isOver) return;
      await Promise.all(together.map((motion) => playOne(stage, motion, scale)));
    }
  };

  const play = async (job) => {
    const { sprite, signs } = document.getElementById("moved").dataset;
    const layer = hang(job.picture);
    const movers = layer.querySelector(".movers");
    const stage = { layer, movers, picture: job.picture.copy, sprite, signs, rate: 1, running: new Set(), isOver: false, isAgain: job.isAgain };
    playing = stage;
    root.classList.add("moving");
    try {
      for (const motions of job.moves) await perform(stage, motions);
    } finally {
      layer.remove();
      root.classList.remove("moving");
      playing = null;
      const next = waiting;
      waiting = null;
      if (next) play(next);
    }
  };

  const hurry = () => {
    playing.rate = HURRY;
    for (const animation of playing.running) animation.updatePlaybackRate(HURRY);
  };

  const skip = () => {
    waiting = null;
    if (!playing) return;
    playing.isOver = true;
    for (const animation of playing.running) animation.finish();
  };

  const enqueue = (job) => {
    if (!playing) { play(job); return; }
    waiting = job; // what waited before is in place, and on the stage
    hurry();
  };

  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, (event) => { if (!event.target.closest?.("[data-again], [data-faster]")) skip(); }, true);
  }
  document.addEventListener("visibilitychange", () => { if (document.hidden) skip(); });

  /* What a push brings. Of the reader's own move only what followed from it is new here. */

  let sent = -1; // the move that this page answered last
  document.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.elt.id === "move") sent = shown(); });

  const motionsOf = (item) => {
    const events = JSON.parse(item.dataset.motions);
    const isOwn = item.dataset.mine !== undefined && Number(item.dataset.move) === sent + 1;
    return events.slice(isOwn ? 1 : 0).flat();
  };

  const newsIn = (fragment) => {
    const items = [...fragment.querySelectorAll("#moved > [data-motions]")];
    return items.filter((item) => Number(item.dataset.move) > shown()).map(motionsOf).flat();
  };

  let coming = null;

  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target.id !== "table" || detail.shouldSwap === false) return;
    const fresh = detail.fragment.querySelector?.("#table") ?? detail.fragment;
    const motions = shown() < 0 || document.hidden || isStill() ? [] : newsIn(fresh);
    coming = motions.length ? { picture: pictureNow(), moves: [motions] } : null;
  });

  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if (detail.target?.id !== "table" || !coming) return;
    enqueue(coming);
    coming = null;
  });

  /* Show me again: from the board after the reader's last move, which the replay has. */

  const items = () => [...document.querySelectorAll("#moved > [data-motions]")].filter((item) => item.dataset.mine === undefined);

  const oldPicture = async (address) => {
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const old = page.getElementById("table");
      return old ? pictureOf(document.importNode(old, true), table().getBoundingClientRect()) : pictureNow();
    } catch {
      return pictureNow();
    }
  };

  let stepped = 0;

  // Without motion it goes on by an event a press: its line on the stage, its places marked.
  const stepOn = () => {
    const lines = [...document.querySelectorAll("#log .line")];
    const moves = new Set(items().map((item) => item.dataset.move));
    const told = lines.filter((line) => moves.has(line.dataset.move));
    const line = told[stepped % told.length];
    const now = document.querySelector(".stage .now");
    stepped += 1;
    if (!line || !now) return;
    now.textContent = line.querySelector(".told").textContent;
    for (const cell of document.querySelectorAll(".fresh")) cell.classList.remove("fresh");
    for (const place of line.querySelectorAll("a.place")) document.getElementById(place.hash.slice(1))?.classList.add("fresh");
  };

  const again = async (button) => {
    if (isStill()) { stepOn(); return; }
    skip();
    const moves = items().map(motionsOf).filter((motions) => motions.length);
    const picture = moves.length ? await oldPicture(button.dataset.again) : null;
    if (picture && !playing) play({ picture, moves, isAgain: true });
  };

  /* A soft knock when it is the reader's turn; off until they want it, on this device. */

  let knocks = localStorage.getItem("knock") !== null;
  let air; // made when it is wanted: a browser allows sound only after a touch

  const thud = (at) => {
    const [tone, volume] = [air.createOscillator(), air.createGain()];
    tone.frequency.setValueAtTime(190, at);
    tone.frequency.exponentialRampToValueAtTime(70, at + .09);
    volume.gain.setValueAtTime(.25, at);
    volume.gain.exponentialRampToValueAtTime(.001, at + .14);
    tone.connect(volume).connect(air.destination);
    tone.start(at);
    tone.stop(at + .15);
  };

  const knock = () => {
    air ??= new AudioContext();
    for (const later of [.02, .2]) thud(air.currentTime + later);
  };

  const isMine = () => table()?.dataset.turn === "mine";
  let wasMine = isMine();
  document.addEventListener("htmx:oobAfterSwap", () => {
    if (knocks && isMine() && !wasMine) knock();
    wasMine = isMine();
  });

  const showSwitch = () => {
    for (const [name, isOn] of [["faster", isFast], ["knock", knocks]]) {
      for (const button of document.querySelectorAll(`[data-${name}]`)) button.setAttribute("aria-pressed", String(isOn));
    }
  };

  const keep = (key, isOn) => (isOn ? localStorage.setItem(key, "") : localStorage.removeItem(key));

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-again], [data-faster], [data-knock]");
    if (!button) return;
    if (button.dataset.again !== undefined) { again(button); return; }
    if (button.dataset.faster !== undefined) {
      keep(kept, (isFast = !isFast));
      hurryBots();
    } else keep("knock", (knocks = !knocks));
    if (button.dataset.knock !== undefined && knocks) knock(); // this is how it sounds
    showSwitch();
  });

  root.classList.add("plays"); // what needs this script is shown
  showSwitch();
  document.addEventListener("htmx:oobAfterSwap", showSwitch);
})();
