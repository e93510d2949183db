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

const proofOf = (subscription) => {
  const { endpoint, keys } = subscription.toJSON();
  return { before: endpoint, auth: keys.auth };
};

// Push services end subscriptions as they like. The one before proves to the site which browser this is: by the event,
// or as kept when the site took it (push.mjs), since many browsers do not tell it. No cookie is sent.
const renew = async ({ oldSubscription, newSubscription }) => {
  const store = await caches.open("push");
  const kept = await (await store.match("/push/"))?.json();
  const proof = kept?.proof ?? (oldSubscription && proofOf(oldSubscription));
  if (!proof) return;
  const options = {
    userVisibleOnly: true,
    applicationServerKey: kept?.key ?? oldSubscription?.options.applicationServerKey,
  };
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  const body = new URLSearchParams({ ...proof, address: endpoint, p256dh: keys.p256dh, new_auth: keys.auth });
  const answer = await fetch("/push/", { method: "POST", body, credentials: "omit" });
  if (answer.ok) await store.put("/push/", Response.json({ ...kept, proof: proofOf(subscription) }));
};

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});
