/* Choosing: a card is dragged to its place, or tapped, or chosen by a key. Everything here ends in the
   same radios and buttons that work without it.

   Of a title's table it knows: .pick is a choice, those in .tray come first; .doing holds the button that
   sends what is chosen. `?` asks for help: whoever has better than the list of keys prevents the event
   "adit:help". */
"use strict";

(() => {
  const table = () => document.getElementById("table");
  const all = (what) => [...(table()?.querySelectorAll(what) ?? [])];
  const isShown = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const inputOf = (label) => document.getElementById(label.htmlFor);
  const labelsOf = (input) => all(`label[for="${CSS.escape(input.id)}"]`);
  const chosen = () => all("input.pick[type=radio]:checked");

  const lower = (...inputs) => {
    for (const input of inputs) {
      input.checked = false;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
  };

  /* The one button that sends what is chosen, if there is one. */
  const sendButton = () => {
    const buttons = all(".doing button[name=action]").filter(isShown);
    return buttons.length === 1 ? buttons[0] : undefined;
  };

  /* A second tap lowers a card; a refusal has been read when something else is touched. */

  let wasChosen; // what was, when a finger came down

  document.addEventListener("pointerdown", (event) => {
    const label = event.target.closest?.("#table .tray label[for]");
    wasChosen = label && inputOf(label)?.checked ? inputOf(label) : undefined;
    if (event.target.closest?.("#table")) document.getElementById("notice")?.replaceChildren();
  });

  document.addEventListener("click", (event) => {
    const label = event.target.closest?.("#table .tray label[for]");
    const input = label && inputOf(label);
    if (!input || input.type !== "radio" || input !== wasChosen) return;
    event.preventDefault();
    lower(...chosen());
  });

  /* A double click on a place sends. */

  document.addEventListener("dblclick", (event) => {
    const label = event.target.closest?.("#table label[for]");
    if (!label || (label.closest(".tray") && document.querySelector("#frame label[for]"))) return;
    event.preventDefault();
    sendButton()?.click();
  });

  /* Dragging: the card follows the pointer, and is put down where it can go. */

  const FAR = 8; // pixels that make a drag of a tap
  let drag;

  const placeAt = ({ clientX, clientY }) => {
    const label = document.elementFromPoint(clientX, clientY)?.closest?.("#table label[for]");
    return label && !label.closest(".tray") ? label : undefined;
  };

  const lift = (event) => {
    const box = drag.label.getBoundingClientRect();
    if (!inputOf(drag.label).checked) drag.label.click();
    drag.ghost = drag.label.querySelector("svg").cloneNode(true);
    drag.ghost.classList.add("dragged");
    drag.layer = document.createElement("div");
    drag.layer.className = "drag-layer table";
    drag.layer.style.width = `${box.width}px`;
    // It keeps the colours of its title, which stand on the table.
    const inside = document.createElement("div");
    inside.className = drag.label.closest(".tabletop").className;
    drag.layer.classList.add(...[...table().classList].filter((name) => name.startsWith("title-")));
    inside.append(drag.ghost);
    drag.layer.append(inside);
    document.body.append(drag.layer);
    follow(event);
  };

  const follow = (event) => {
    const box = drag.layer.getBoundingClientRect();
    drag.layer.style.translate = `${event.clientX - box.width / 2}px ${event.clientY - box.height / 2}px`;
    const place = placeAt(event);
    if (place !== drag.place) drag.place?.classList.remove("hovered");
    place?.classList.add("hovered");
    drag.place = place;
  };

  document.addEventListener("pointerdown", (event) => {
    const label = event.target.closest?.("#table .tray label.face[for]");
    if (label && event.isPrimary && event.button === 0) drag = { label, x: event.clientX, y: event.clientY };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    if (!drag.layer && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR) lift(event);
    else if (drag.layer) follow(event);
  });

  const drop = (event) => {
    const was = drag;
    drag = undefined;
    if (!was?.layer) return;
    was.layer.remove();
    was.place?.classList.remove("hovered");
    wasChosen = undefined;
    if (event.type === "pointerup" && was.place && !inputOf(was.place).checked) was.place.click();
    // The click that ends a drag is none.
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
  };

  const stop = (event) => {
    if (!event.isTrusted) return;
    event.preventDefault();
    event.stopPropagation();
  };

  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  document.addEventListener("dragstart", (event) => event.target.closest?.("#table") && event.preventDefault());

  /* Keys */

  const firsts = () => all(".tray input.pick").filter((input) => labelsOf(input).some(isShown));

  const choose = (place) => {
    const input = firsts()[place];
    if (!input) return;
    if (!input.checked) input.click();
    input.focus();
  };

  const escape = () => {
    const menu = document.querySelector("details.menu[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); return true; }
    const raised = chosen();
    const places = raised.filter((input) => !input.closest(".tray"));
    lower(...(places.length ? places : raised));
    return raised.length > 0;
  };

  const help = () => {
    if (document.dispatchEvent(new CustomEvent("adit:help", { cancelable: true }))) document.getElementById("keys")?.showModal();
  };

  const enter = (target) => {
    if (!target.matches?.("#table input.pick")) return false;
    if (target.checked) sendButton()?.click();
    else target.click();
    return true;
  };

  const zoom = (what) => document.querySelector(`[data-zoom="${what}"]`)?.click();
  const KEYS = { Escape: escape, "?": help, "+": () => zoom("in"), "-": () => zoom("out"), 0: () => zoom("all") };

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (target.matches?.("textarea, select, input:not(.pick)")) return;
    if (key === "Enter" && enter(target)) event.preventDefault();
    else if (/^[1-9]$/.test(key)) choose(Number(key) - 1);
    else KEYS[key]?.();
  });
})();
