/// <reference lib="webworker" />
/**
 * The service worker. It lets the app open without the server and show the last responses.
 *
 * No library is used, because the base path is known only at run time (from the registration's scope), and API requests need a special
 * strategy (network first; cached responses carry their age). A library would be larger than this code.
 */

import { AppFiles } from './appFiles.ts';
import { networkFirst } from './networkFirst.ts';
import {
  endSubscription,
  notificationUrl,
  openWindowAt,
  readMessage,
  replaceSubscription,
  showMessage,
} from './push.ts';
import { isCacheable, ResponseCache } from './responseCache.ts';

// The build defines these constants.
declare const __VERSION__: string;
declare const __FILES__: string[];
/** The files that every page needs. */
declare const __FIRST_FILES__: string[];
/** The version of the API; changes with the format of the server's responses. */
declare const __API__: string;

/** Paths outside `api/` that are not pages. */
const NOT_PAGES = ['calendar.ics', 'news.atom', 'metrics'];
/** Path for signing out, which exists if a password is set. */
const SIGN_OUT = 'logout';
const SIGN_IN = ['login', SIGN_OUT];

const worker = self as unknown as ServiceWorkerGlobalScope;
const base = new URL(worker.registration.scope).pathname;
const app = new AppFiles(base, __VERSION__, __FIRST_FILES__, __FILES__);
const responseCount = { total: 0 };
const responses = new ResponseCache(base, __API__, () => Date.now());

worker.addEventListener('install', (event) => {
  // The new worker activates immediately. Open pages whose files no longer exist reload themselves.
  event.waitUntil(app.install().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([app.deleteOtherVersions(), responses.deleteOtherVersions()]).then(() =>
      worker.clients.claim(),
    ),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (path === null) return;
  if (SIGN_IN.includes(path)) {
    // Cached responses must not be shown to the next user.
    event.waitUntil(responses.clear());
    if (path === SIGN_OUT && request.method === 'POST')
      event.waitUntil(endSubscription(worker.registration.pushManager));
    return;
  }
  if (request.method !== 'GET') return;
  if (path.startsWith('api/')) {
    if (request.mode === 'navigate' || !isCacheable(path)) return;
    event.respondWith(
      networkFirst(
        request.url,
        () => fetch(request),
        responses,
        (work) => event.waitUntil(work),
        responseCount,
      ),
    );
  } else if (NOT_PAGES.includes(path)) return;
  else if (request.mode === 'navigate') event.respondWith(app.page(request));
  else if (app.has(path)) event.respondWith(app.file(request, (work) => event.waitUntil(work)));
});

worker.addEventListener('message', (event) => {
  const message: { keep?: unknown; given?: unknown; rest?: unknown } = event.data ?? {};
  const { keep: urls, given: included } = message;
  if (Array.isArray(urls))
    event.waitUntil(Promise.allSettled(urls.map((url) => cacheUrl(event, String(url)))));
  if (Array.isArray(included)) event.waitUntil(Promise.allSettled(included.map(cacheIncluded)));
  if (message.rest === true) event.waitUntil(app.cacheRest());
});

worker.addEventListener('push', (event) => {
  event.waitUntil(showMessage(worker.registration, readMessage(event.data?.text() ?? null)));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  const register = (body: string) =>
    fetch(`${base}api/alert-browsers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
  event.waitUntil(replaceSubscription(worker.registration.pushManager, event, register));
});

worker.addEventListener('notificationclick', (event) => {
  const { scope } = worker.registration;
  event.notification.close();
  event.waitUntil(openWindowAt(worker.clients, notificationUrl(event.notification.data, scope), scope));
});

/** Caches a URL that the first page loaded before the worker was active. */
async function cacheUrl(event: ExtendableMessageEvent, url: string): Promise<void> {
  const path = pathOf(url) ?? '';
  if (app.has(path)) await app.cacheFile(path);
  else if (isCacheable(path)) {
    await networkFirst(
      url,
      // A redirect leads to the sign-in page, which must not be cached.
      () => fetch(url, { redirect: 'manual' }),
      responses,
      (work) => event.waitUntil(work),
      responseCount,
    );
  }
}

/** Caches an API response that the server included in a page. */
async function cacheIncluded([url, text]: [string, string]): Promise<void> {
  if (isCacheable(pathOf(url) ?? '')) await responses.putIfOlder(url, new Response(text));
}

/** Returns the path relative to the base path; null if the URL is outside the app. */
function pathOf(url: string): string | null {
  const { origin, pathname } = new URL(url);
  return origin === worker.location.origin && pathname.startsWith(base) ? pathname.slice(base.length) : null;
}
