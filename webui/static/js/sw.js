// Where the page is served securely: keeps the last answers, and gives them when the server is away.
const CACHE = "hule";
const KEPT = [/^\/$/, /^\/t\/[^/]+$/, /^\/hand\/\w+$/, /^\/s\//, /^\/words\//, /^\/api\/v1\/tables\/[^/]+(\/me)?$/, /^\/api\/v1\/hands\/\w+$/, /^\/photos\/.*(page|thumb)\.jpg$/];
const MOST = 300; // answers; the oldest go

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || !KEPT.some((kept) => kept.test(pathname))) return;
  event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await keep(cache, request, fresh.clone());
    return fresh;
  } catch (trouble) {
    const known = await cache.match(request, { ignoreVary: true });
    if (known) return known;
    throw trouble;
  }
}

async function keep(cache, request, answer) {
  await cache.put(request, answer);
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(key);
}
