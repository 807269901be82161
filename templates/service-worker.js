{% load static %}/* Shows what is pushed while no page of ours is open. One notification a table: the same tag takes
   the place of the one before, and a push that closes takes it away. */
"use strict";

const ICON = "{% static 'img/notification.png' %}";

const close = async (tag) => {
  for (const shown of await self.registration.getNotifications({ tag })) shown.close();
};

const show = ({ tag, title, text, path, label, again, mute, mute_label: muteLabel }) => {
  const actions = [{ action: "go", title: label }];
  if (mute) actions.push({ action: "mute", title: muteLabel });
  const data = { path, mute };
  return self.registration.showNotification(title, { tag, body: text, icon: ICON, renotify: again, actions, data });
};

const go = async (path) => {
  const address = new URL(path, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => url === address);
  return there ? there.focus() : self.clients.openWindow(address);
};

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const message = event.data.json();
  event.waitUntil(message.close ? close(message.tag) : show(message));
});

self.addEventListener("notificationclick", (event) => {
  const { path, mute } = event.notification.data;
  event.notification.close();
  // The link is signed for this account and this table: it needs no log-in, and takes no cookie.
  event.waitUntil(event.action === "mute" ? fetch(mute, { method: "POST", credentials: "omit" }) : go(path));
});
