/* The staff's desk: a prepared wording stands in its field as soon as it is chosen, to be edited before
   it is sent. Without this script an empty field sends the chosen wording as it is.
   And what will be read elsewhere as it is written stands there meanwhile. */
"use strict";

(() => {
  const words = JSON.parse(document.getElementById("wordings")?.textContent ?? "{}");
  for (const choice of document.querySelectorAll("select[data-fills]")) {
    const field = document.getElementById(choice.dataset.fills);
    let filled = "";
    choice.addEventListener("change", () => {
      // What somebody has typed stays.
      if (field.value && field.value !== filled) return;
      field.value = filled = words[choice.value] ?? "";
    });
  }
  for (const field of document.querySelectorAll("[data-read-at]")) {
    const place = document.getElementById(field.dataset.readAt);
    field.addEventListener("input", () => { place.textContent = field.value || "…"; });
  }
})();
