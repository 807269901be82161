/* A replay: arrow keys, the slider as it moves, playing by itself, neighbours fetched ahead.
   Everything here only follows the links that stand in the page. */
"use strict";

(() => {
  const step = () => document.getElementById("step");
  const way = (go) => step()?.querySelector(`[data-go="${go}"]`);
  const isUpload = () => document.getElementById("brought") !== null;

  /* Between a swap and its settling htmx still knows the old address of a link that was morphed:
     a quick key would ask for the same step again. So the address is read from the link itself. */
  const show = (address) => window.htmx.ajax("GET", address, { target: "#step", swap: "morph:outerHTML" });

  const take = (go) => {
    const address = way(go)?.getAttribute("hx-get");
    if (address && window.htmx) show(address);
    else way(go)?.click();
  };

  /* Neighbours: asked for just as htmx will, so that its request is answered from the cache. */

  const fetched = new Set();

  const fetchAhead = () => {
    if (isUpload()) return;
    for (const go of ["next", "previous"]) {
      const address = way(go)?.getAttribute("hx-get");
      if (!address || fetched.has(address)) continue;
      fetched.add(address);
      fetch(address, { headers: { "HX-Request": "true" }, priority: "low" }).catch(() => fetched.delete(address));
    }
  };

  /* Keys, but not while something is typed or the slider has them */

  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (KEYS[event.key]) {
      event.preventDefault();
      pause();
      take(KEYS[event.key]);
    } else if (event.key === " " && !event.target.closest("button, a, summary")) {
      event.preventDefault();
      toggle();
    }
  });

  /* The slider */

  let sliding = 0;

  document.addEventListener("input", (event) => {
    if (event.target.id !== "slider") return;
    pause();
    clearTimeout(sliding);
    sliding = setTimeout(() => { sliding = 0; event.target.form?.requestSubmit(); }, 120);
  });

  document.addEventListener("submit", (event) => {
    const slide = event.target.closest(".slide");
    if (!slide || isUpload() || !window.htmx) return;
    event.preventDefault();
    show(`${slide.getAttribute("action")}?${new URLSearchParams(new FormData(slide))}`);
  });

  /* Playing by itself, to the end or until somebody steps in */

  let playing = 0;

  const showPlaying = () => {
    const button = document.getElementById("play");
    if (!button) return;
    button.hidden = false;
    button.setAttribute("aria-label", playing ? button.dataset.pause : button.dataset.play);
    button.classList.toggle("on", playing !== 0);
    const speed = document.querySelector(".speed");
    if (speed) speed.hidden = false;
  };

  const pause = () => { clearTimeout(playing); playing = 0; showPlaying(); };

  const pace = () => Number(document.getElementById("speed")?.value || 1500);

  const goOn = () => {
    if (!way("next")) return pause();
    take("next");
    playing = setTimeout(goOn, pace());
  };

  const toggle = () => {
    if (playing) return pause();
    if (!way("next")) take("first");
    playing = setTimeout(goOn, pace());
    showPlaying();
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("#play")) toggle();
    else if (event.isTrusted && event.target.closest("[data-go], .jump, .round-link")) pause();
  });

  /* Morphing would put the speed back, and the slider while it is on its way; it would close what the
     reader has opened, and empty the comments of a step that is shown again: they are fetched once a
     step is new */

  if (window.Idiomorph) {
    window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
      (name === "selected" || (name === "value" && node.id === "slider" && sliding) || (name === "open" && node.tagName === "DETAILS") || (name === "hidden" && node.closest(".speed, #play"))) ? false : undefined;
    window.Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) =>
      !(old instanceof Element && old.matches("#step .said") && old.id === fresh.id);
  }

  const refresh = () => {
    document.documentElement.classList.add("scripted");
    const slider = document.getElementById("slider");
    if (slider && !sliding && document.activeElement !== slider) slider.value = document.getElementById("scene").dataset.step;
    for (const box of document.querySelectorAll("#log, #log ol")) box.scrollTop = box.scrollHeight;
    showPlaying();
    fetchAhead();
  };

  refresh();
  document.addEventListener("htmx:afterSettle", refresh);
})();
