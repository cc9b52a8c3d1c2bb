// The site's service worker. A navigation that finds no network gets the offline page instead of
// the browser's own. The worker caches that one page and nothing else: no page of the catalogue (it
// would be stale), no personal data, no picture, no media. The server puts the page's hash in place
// of the word below: a new page makes a new script, which browsers fetch by themselves.
const KEPT = 'bonisa-offline-__VERSION__';
const OFFLINE = '/offline';
// The flow must never seem to work offline, and calls, files and media have answers of their own.
const LEFT_ALONE =
  /^\/(enter-number|subscribe|api|content|docs|media|pictures|icons|assets|carrier|healthz|test)(\/|$)/;

addEventListener('install', (event) => {
  event.waitUntil(
    Promise.all([keepOfflinePage(), stayOutOfTheWay(event)]).then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetFormerPages(), registration.navigationPreload?.enable()]));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate') return;
  const { pathname } = new URL(request.url);
  if (request.method === 'POST' && pathname === '/language') event.respondWith(withLanguage(event));
  if (request.method !== 'GET' || LEFT_ALONE.test(pathname)) return;
  event.respondWith(fromNetwork(event));
});

// A reminder of a live programme: the page of its channel.
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(event.notification.data.address));
});

// A page that came through this script reports its size without compression, so the page's data
// meter asks here what came over the network.
const sizes = new Map();
const SIZES_KEPT = 20;

addEventListener('message', ({ data, source, ports }) => {
  if (data === 'page-bytes') ports[0]?.postMessage(sizes.get(source.id));
});

function rememberSize(client, { headers }) {
  if (headers.has('content-length')) sizes.set(client, Number(headers.get('content-length')));
  if (sizes.size > SIZES_KEPT) sizes.delete(sizes.keys().next().value);
}

async function keepOfflinePage() {
  const cache = await caches.open(KEPT);
  // With the cookie of the viewer's language.
  await cache.add(new Request(OFFLINE, { cache: 'reload' }));
}

/** The viewer chooses a language: the answer sets its cookie, so the page is kept in it. */
async function withLanguage(event) {
  const answer = await fetch(event.request);
  // Without a network the page in the former language is better than none.
  event.waitUntil(keepOfflinePage().catch(() => undefined));
  return answer;
}

/** Where browsers support static routing: only navigations wake this script. */
async function stayOutOfTheWay(event) {
  const modes = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode }));
  try {
    await event.addRoutes?.({ condition: { or: modes }, source: 'network' });
  } catch {
    // Older browsers: the listener above ignores the same requests.
  }
}

async function forgetFormerPages() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}

async function fromNetwork(event) {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    rememberSize(event.resultingClientId, page);
    return page;
  } catch (error) {
    const kept = await caches.match(OFFLINE, { cacheName: KEPT });
    if (kept) return kept;
    throw error;
  }
}
