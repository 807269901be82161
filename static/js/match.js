/* A live table: what morphing must leave alone, and where the reader left off.

   A pushed table is the same for everyone in its audience, so it cannot know which panels are open
   here, which card is raised, or what this reader has seen. */
"use strict";

(() => {
  /* Open panels and raised cards belong to the reader. */

  const mine = (name, node) =>
    (name === "open" && node.tagName === "DETAILS") ||
    (name === "checked" && node.tagName === "INPUT" && node.id !== "");

  if (window.Idiomorph) {
    window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
      mine(name, node) ? false : undefined;
  }

  /* The divider above the first line of the log that is new to this reader. */

  const since = document.getElementById("since");

  const divide = () => {
    const log = document.querySelector("#log ol");
    if (!log || since?.dataset.seen === undefined || log.querySelector(".since")) return;
    const seen = Number(since.dataset.seen);
    const first = [...log.querySelectorAll("[data-move]")].find((line) => Number(line.dataset.move) > seen);
    if (!first || first === log.firstElementChild) return;
    const divider = document.createElement("li");
    divider.className = "since";
    divider.setAttribute("role", "separator");
    divider.textContent = since.dataset.words;
    first.before(divider);
  };

  divide();
  document.addEventListener("htmx:wsAfterMessage", divide);
  document.addEventListener("htmx:oobAfterSwap", divide);
})();
