// Where the page is served securely: keeps the last answers, and gives them when the server is away.
const CACHE = "hule";
const KEPT = [/^\/$/, /^\/t\/[^/]+$/, /^\/hand\/\w+$/, /^\/s\//, /^\/words\//, /^\/api\/v1\/tables\/[^/]+(\/me)?$/, /^\/api\/v1\/hands\/\w+$/, /^\/photos\/.*(page|thumb)\.jpg$/];
const MANY = /^\/(photos|hand|api\/v1\/hands)\//; // an evening's hands must not push out the page itself
const MOST = 200; // answers of these, and of the others; the oldest go
const SOON = 5000; // milliseconds: a lost Wi-Fi gives no answer at all, not even a bad one

let writing = Promise.resolve();

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || !KEPT.some((one) => one.test(pathname))) return;
  event.respondWith(answer(event.request, pathname));
});
// What a page heard through its stream, and the parts of a page that were there before this worker (kept.js).
self.addEventListener("message", (event) => {
  const told = (whole) => event.ports[0].postMessage(whole);
  event.waitUntil(take(event.data).then(() => told(true), () => told(false)));
});

async function answer(request, pathname) {
  const cache = await caches.open(CACHE);
  const known = () => cache.match(request, { ignoreVary: true });
  const asked = fetched(cache, request).catch(async (trouble) => {
    const found = await known();
    if (!found) throw trouble;
    return pathname.startsWith("/api/") ? marked(found) : found;
  });
  if (pathname.startsWith("/api/")) return asked; // its page decides for itself how long it waits
  const patience = new Promise((resolve) => setTimeout(resolve, SOON));
  return Promise.race([asked, patience.then(known).then((found) => found ?? asked)]);
}

async function fetched(cache, request) {
  const fresh = await fetch(request);
  if (fresh.status === 200) await keep(cache, request, fresh.clone());
  return fresh;
}

// So that a page does not take what is kept for word from the server.
function marked(found) {
  const headers = new Headers(found.headers);
  headers.set("X-Kept", "1");
  return new Response(found.body, { headers });
}

async function take({ address, body, parts }) {
  const cache = await caches.open(CACHE);
  const state = new Response(body, { headers: { "Content-Type": "application/json" } });
  await (writing = writing.catch(() => null).then(() => keep(cache, address, state))); // in their order
  await Promise.all(parts.map(async (part) => {
    if (await cache.match(part, { ignoreVary: true })) return;
    const fresh = await fetch(part);
    if (fresh.status !== 200) throw new Error(part);
    await keep(cache, part, fresh);
  }));
}

async function keep(cache, request, fresh) {
  try {
    await cache.put(request, fresh);
  } catch (trouble) {
    if (trouble.name !== "QuotaExceededError") throw trouble; // a full phone still gets the answer
  }
  const keys = await cache.keys();
  const many = (key) => MANY.test(new URL(key.url).pathname);
  for (const some of [keys.filter(many), keys.filter((key) => !many(key))])
    for (const key of some.slice(0, Math.max(0, some.length - MOST))) await cache.delete(key);
}
