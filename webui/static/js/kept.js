// What this phone keeps for a time without the server. The service worker writes it, since a page may be closed the
// moment after it showed something: a write of its own would be lost then.
export const SOON = 5000; // milliseconds after which an answer is not waited for, where an older one is kept
const worker = isSecureContext ? navigator.serviceWorker : undefined;
const PARTS = /^\/(t|s|words)\/|\/me$/;

let registration = null;
let latest = null; // what is to be kept now
let whole = false; // all that the page is made of is kept

worker?.ready.then((found) => ((registration = found), latest && send()));

// `body[data-kept]` says that what is on the screen would be there again without the server.
export function keep(path, state) {
  if (!worker) return;
  latest = { address: `/api/v1${path}`, body: JSON.stringify(state) };
  delete document.body.dataset.kept;
  if (registration) send();
}

function send() {
  const sent = latest;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    whole ||= data;
    if (whole && sent === latest) document.body.dataset.kept = "";
  };
  registration.active.postMessage({ ...sent, parts: whole ? [] : parts() }, [port2]);
}

// A first visit came before the worker: the page and its scripts did not go through its hands.
function parts() {
  const made = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
  const page = new URL(location.href);
  page.hash = "";
  return [page, ...made].filter((url) => url.origin === location.origin && PARTS.test(url.pathname)).map(String);
}

export async function kept(path) {
  const answer = worker && (await caches.match(`/api/v1${path}`, { ignoreVary: true }).catch(() => null));
  return answer ? answer.json() : null;
}
