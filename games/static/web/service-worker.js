// Tells what the site pushes, also while no page of it is open (served at /service-worker.js, so that all pages are in
// its scope). A push may have waited for the browser to be opened, and its question may be answered by then.

const isAsked = async (address) => {
  try {
    const answer = await fetch(address, { credentials: "omit" });
    return !answer.ok || (await answer.json()).asked;
  } catch {
    return true;
  }
};

const tell = async (told) => {
  const late = Boolean(told.check) && !(await isAsked(told.check));
  const { title, body, tag, url } = told;
  // Browsers want each push to be shown; one that comes too late is gone again before anybody sees it.
  await self.registration.showNotification(title, { body, tag, renotify: !late, silent: late, data: { url } });
  if (late) for (const shown of await self.registration.getNotifications({ tag })) shown.close();
};

const lead = async (url) => {
  const target = new URL(url, self.location.origin);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === target.pathname);
  return there ? there.focus() : self.clients.openWindow(target.href);
};

self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});
