/// <reference lib="webworker" />
/**
 * The service worker: the app opens without the server, and shows what was last heard of it.
 *
 * Written by hand: the base path is known only at run time (it is the registration's scope), reads
 * need their own rule (the server first, and an old answer says how old it is), and that is all
 * there is; a library for it would be larger than this.
 */

import { AnswerCache, isCacheable } from './answerCache.ts';
import { AppFiles } from './appFiles.ts';
import { networkFirst } from './networkFirst.ts';
import { addressOf, endSubscription, moveTo, openAt, readMessage, showMessage } from './push.ts';

/** Written by the build. */
declare const __VERSION__: string;
declare const __FILES__: string[];
/** Those of them that every page needs. */
declare const __FIRST_FILES__: string[];
/** Changes with the shapes of the server's answers. */
declare const __API__: string;

/** What the server answers beside its pages and `api/`, for other programs. */
const NO_PAGES = ['calendar.ics', 'news.atom', 'metrics'];
/** Where a password is set: who is there is not, or no longer, signed in. */
const SIGN_OUT = 'logout';
const SIGN_IN = ['login', SIGN_OUT];

const worker = self as unknown as ServiceWorkerGlobalScope;
const base = new URL(worker.registration.scope).pathname;
const app = new AppFiles(base, __VERSION__, __FIRST_FILES__, __FILES__);
const heard = { answers: 0 };
const answers = new AnswerCache(base, __API__, () => Date.now());

worker.addEventListener('install', (event) => {
  // Takes over at once: a page whose files are gone by then reloads itself.
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
    // What was heard before is not for whoever comes next.
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

/** The first page was there before the worker: it names what was loaded without it. */
async function keepNow(event: ExtendableMessageEvent, url: string): Promise<void> {
  const path = pathOf(url) ?? '';
  if (app.has(path)) await app.store(path);
  else if (isCacheable(path)) {
    await networkFirst(
      url,
      // A server that wants a password leads elsewhere: what stands there is no answer.
      () => fetch(url, { redirect: 'manual' }),
      answers,
      (work) => event.waitUntil(work),
      heard,
    );
  }
}

/** An answer that came with a page, so that nobody heard it on the way. */
async function keepAnswer([url, text]: [string, string]): Promise<void> {
  if (isCacheable(pathOf(url) ?? '')) await answers.renew(url, new Response(text));
}

/** What follows the base path; null for what is not ours. */
function pathOf(address: string): string | null {
  const { origin, pathname } = new URL(address);
  return origin === worker.location.origin && pathname.startsWith(base) ? pathname.slice(base.length) : null;
}
