/* Search in the rules, on their page and in the sheet, and which section is being read. Without it
   everything is there, and the browser's own search finds it. */
"use strict";

(() => {
  const field = document.getElementById("find");
  const found = document.getElementById("found");
  if (!field) return;
  field.form.hidden = false;
  const lesson = () => document.querySelector(".lesson");

  const rangesOf = (wanted) => {
    const ranges = [];
    const walk = document.createTreeWalker(lesson(), NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode());) {
      const text = node.data.toLowerCase();
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        ranges.push(range);
      }
    }
    return ranges;
  };

  const look = () => {
    CSS.highlights?.delete("found");
    const wanted = field.value.trim().toLowerCase();
    found.value = "";
    if (wanted.length < 2 || !lesson()) return;
    const ranges = rangesOf(wanted);
    if (CSS.highlights && ranges.length) CSS.highlights.set("found", new Highlight(...ranges));
    found.value = ranges.length ? found.dataset.some.replace("{count}", ranges.length) : found.dataset.none;
    const first = ranges[0]?.startContainer.parentElement;
    const folded = first?.closest("details:not([open])");
    if (folded) folded.open = true;
    first?.scrollIntoView({ block: "center" });
  };

  field.addEventListener("input", look);
  field.form.addEventListener("submit", (event) => { event.preventDefault(); look(); });

  /* The contents: which section is being read; on a phone they fold away. */

  const list = document.querySelector(".toc-list");
  if (!list) return;
  const isNarrow = () => matchMedia("(max-width: 900px)").matches;
  if (isNarrow()) list.open = false;
  list.addEventListener("click", (event) => { if (event.target.closest("a") && isNarrow()) list.open = false; });
  const links = new Map([...list.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const reading = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting || !links.has(target.id)) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(target.id).setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-15% 0px -70% 0px" });
  for (const section of lesson().querySelectorAll("section[id]")) reading.observe(section);
})();
