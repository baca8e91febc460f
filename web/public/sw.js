// The service worker: shows what the server pushes, opens the table it is about, and says a clear word offline.
// It serves nothing else from a cache, so that an old worker never shows an old client.

const SHELL = 'pithead-shell-1';
const FILES = ['/offline.html', '/offline.css', '/icon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const outdated = async () => {
    for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(outdated());
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') {
    event.respondWith(fetch(event.request).catch(() => caches.match('/offline.html')));
  } else if (FILES.includes(new URL(event.request.url).pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
  }
});

self.addEventListener('push', (event) => {
  const told = event.data ? event.data.json() : {};
  const shown = self.registration.showNotification(told.title || 'Pithead', {
    body: told.text || '',
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    tag: told.tag || 'pithead',
    renotify: true,
    data: { path: told.path || '/' },
  });
  event.waitUntil(shown);
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = windows.find((one) => new URL(one.url).pathname.endsWith(path));
    await (there ? there.focus() : self.clients.openWindow(path));
  };
  event.waitUntil(open());
});
