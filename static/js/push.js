/* The page on which somebody chooses what they are told: this browser by push, or while a page of
   ours is open. What needs the browser's leave is asked for when its button is pressed, never before. */
"use strict";

(() => {
  const place = document.getElementById("push");
  if (!place) return;
  const form = document.getElementById("push-here");
  const words = place.dataset;
  const hint = place.querySelector("[data-hint]");
  const canAsk = "Notification" in window;
  const canPush = canAsk && "serviceWorker" in navigator && "PushManager" in window && Boolean(words.key);

  const say = (sentence) => {
    hint.textContent = sentence;
    hint.hidden = !sentence;
  };

  const octets = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  const allowed = async () => {
    const answer = await Notification.requestPermission();
    if (answer !== "granted") say(words.blocked);
    return answer === "granted";
  };

  const current = async () => {
    const worker = await navigator.serviceWorker.getRegistration("/");
    return worker ? worker.pushManager.getSubscription() : null;
  };

  const subscribe = async () => {
    await navigator.serviceWorker.register(words.worker, { scope: "/" });
    const worker = await navigator.serviceWorker.ready;
    const key = octets(words.key);
    const before = await worker.pushManager.getSubscription();
    // A subscription under another key of ours is of no use.
    if (before && text(before.options.applicationServerKey) !== words.key) await before.unsubscribe();
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  };

  const turnOn = async () => {
    if (!(await allowed())) return;
    try {
      const it = await subscribe();
      form.elements.address.value = it.endpoint;
      form.elements.key.value = text(it.getKey("p256dh"));
      form.elements.auth.value = text(it.getKey("auth"));
      localStorage.removeItem("told-while-open");
      form.submit();
    } catch {
      say(words.failed);
    }
  };

  /* Turned off on the site alone, a browser would still be let in by its push service. */
  place.addEventListener("submit", async (event) => {
    if (!event.submitter?.hasAttribute("data-here") || !canPush) return;
    event.preventDefault();
    const it = await current().catch(() => null);
    await it?.unsubscribe().catch(() => false);
    const which = document.createElement("input");
    Object.assign(which, { type: "hidden", name: "forget", value: event.submitter.value });
    event.target.append(which);
    event.target.submit();
  });

  /* While a page is open: of this browser and this account alone, so it is kept here. */

  const open = document.getElementById("while-open");
  const isOpenTold = () => canAsk && Notification.permission === "granted" && localStorage.getItem("told-while-open") === words.account;

  const show = async () => {
    const pushed = canPush && Notification.permission === "granted" && (await current().catch(() => null)) !== null && place.querySelector("[data-here]") !== null;
    form.querySelector("button").hidden = !canPush || pushed;
    open.closest("label").hidden = !canAsk || pushed;
    open.checked = isOpenTold();
    if (!canAsk || (words.key && !canPush)) say(words.cannot);
    else if (Notification.permission === "denied") say(words.blocked);
  };

  open.addEventListener("change", async () => {
    if (open.checked && (await allowed())) localStorage.setItem("told-while-open", words.account);
    else localStorage.removeItem("told-while-open");
    show();
  });
  form.querySelector("button").addEventListener("click", turnOn);
  form.hidden = false;
  show();
})();
