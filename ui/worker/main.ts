/// <reference lib="webworker" />
/**
 * The service worker: the app opens without the server and shows the last responses.
 *
 * Written by hand, because the base path is known only at run time (the registration's scope), and reads need a rule of their own
 * (network first; cached responses carry their age). A library would be larger than this.
 */

import { AnswerCache, isCacheable } from './answerCache.ts';
import { AppFiles } from './appFiles.ts';
import { networkFirst } from './networkFirst.ts';
import { addressOf, endSubscription, moveTo, openAt, readMessage, showMessage } from './push.ts';

/** Defined by the build. */
declare const __VERSION__: string;
declare const __FILES__: string[];
/** The files that every page needs. */
declare const __FIRST_FILES__: string[];
/** Changes with the shapes of the server's answers. */
declare const __API__: string;

/** Paths outside `api/` that are not pages. */
const NO_PAGES = ['calendar.ics', 'news.atom', 'metrics'];
/** Path of signing out, if a password is set. */
const SIGN_OUT = 'logout';
const SIGN_IN = ['login', SIGN_OUT];

const worker = self as unknown as ServiceWorkerGlobalScope;
const base = new URL(worker.registration.scope).pathname;
const app = new AppFiles(base, __VERSION__, __FIRST_FILES__, __FILES__);
const heard = { answers: 0 };
const answers = new AnswerCache(base, __API__, () => Date.now());

worker.addEventListener('install', (event) => {
  // Activates at once: pages whose files are gone reload themselves.
  event.waitUntil(app.install().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([app.forgetOthers(), answers.forgetOthers()]).then(() => worker.clients.claim()),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (path === null) return;
  if (SIGN_IN.includes(path)) {
    // Cached responses must not be shown to the next user.
    event.waitUntil(answers.clear());
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
        answers,
        (work) => event.waitUntil(work),
        heard,
      ),
    );
  } else if (NO_PAGES.includes(path)) return;
  else if (request.mode === 'navigate') event.respondWith(app.page(request));
  else if (app.has(path)) event.respondWith(app.file(request, (work) => event.waitUntil(work)));
});

worker.addEventListener('message', (event) => {
  const { keep, given, rest }: { keep?: unknown; given?: unknown; rest?: unknown } = event.data ?? {};
  if (Array.isArray(keep))
    event.waitUntil(Promise.allSettled(keep.map((url) => keepNow(event, String(url)))));
  if (Array.isArray(given)) event.waitUntil(Promise.allSettled(given.map(keepAnswer)));
  if (rest === true) event.waitUntil(app.storeRest());
});

worker.addEventListener('push', (event) => {
  event.waitUntil(showMessage(worker.registration, readMessage(event.data?.text() ?? null)));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  const tell = (body: string) =>
    fetch(`${base}api/alert-browsers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
  event.waitUntil(moveTo(worker.registration.pushManager, event, tell));
});

worker.addEventListener('notificationclick', (event) => {
  const { scope } = worker.registration;
  event.notification.close();
  event.waitUntil(openAt(worker.clients, addressOf(event.notification.data, scope), scope));
});

/** Caches a URL that the first page loaded before the worker was active. */
async function keepNow(event: ExtendableMessageEvent, url: string): Promise<void> {
  const path = pathOf(url) ?? '';
  if (app.has(path)) await app.store(path);
  else if (isCacheable(path)) {
    await networkFirst(
      url,
      // A redirect leads to the sign-in page, which must not be cached.
      () => fetch(url, { redirect: 'manual' }),
      answers,
      (work) => event.waitUntil(work),
      heard,
    );
  }
}

/** Caches a response that was included in a page. */
async function keepAnswer([url, text]: [string, string]): Promise<void> {
  if (isCacheable(pathOf(url) ?? '')) await answers.renew(url, new Response(text));
}

/** Returns the path below the base; null for other URLs. */
function pathOf(address: string): string | null {
  const { origin, pathname } = new URL(address);
  return origin === worker.location.origin && pathname.startsWith(base) ? pathname.slice(base.length) : null;
}
