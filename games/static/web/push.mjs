// "Tell me here": subscribes this browser to what the site pushes, and hands the subscription in with the form.

const form = document.querySelector("[data-push-key]");

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.codePointAt(0));
}

async function digest(text) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function subscribe(manager) {
  const options = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.pushKey) };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const before = error.name === "InvalidStateError" && (await manager.getSubscription());
    if (!before) throw error;
    // It was made with an earlier key of the site.
    await before.unsubscribe();
    return manager.subscribe(options);
  }
}

/** Marks the row of this browser, and takes the button away that it needs no more. */
async function markOwn() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const own = document.querySelector(`[data-endpoint="${await digest(subscription.endpoint)}"]`);
  if (!own) return;
  own.querySelector("[data-this-browser]").hidden = false;
  form.hidden = own.hasAttribute("data-works");
}

/** What the worker needs when the subscription ends (service-worker.js): the key of the site, and who it was. */
async function keep(endpoint, keys) {
  const kept = { key: form.dataset.pushKey, proof: { before: endpoint, auth: keys.auth } };
  await (await caches.open("push")).put("/push/", Response.json(kept));
}

function fail(kind) {
  for (const note of form.querySelectorAll("[data-failed]")) note.hidden = note.dataset.failed !== kind;
}

async function handIn(event) {
  event.preventDefault();
  fail("");
  if ((await Notification.requestPermission()) !== "granted") return fail("denied");
  try {
    const registration = await navigator.serviceWorker.register(form.dataset.worker, { scope: "/" });
    await navigator.serviceWorker.ready;
    const { endpoint, keys } = (await subscribe(registration.pushManager)).toJSON();
    form.elements.address.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
    await keep(endpoint, keys);
    form.submit();
  } catch {
    fail("error");
  }
}

if (form && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  document.querySelector("[data-no-push]").hidden = true;
  form.hidden = false;
  form.addEventListener("submit", handIn);
  markOwn();
}
