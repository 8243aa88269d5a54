import { apiUrl } from '~/paths';
import { connectivity } from '~/state/connectivity';
import { CACHED_AT } from './cachedAt';

/** An error response. The message is '{status}: {body text, or the status text if empty}' (API-02). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** The server's error sentence. */
    readonly detail: string,
  ) {
    super(`${status}: ${detail}`);
    this.name = 'ApiError';
  }
}

/** Returns true if the server reported that the resource doesn't exist; any other failure may be temporary. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** A proxy requires a sign-in: it redirects every call, which only a page load can follow. */
export class SignInRequiredError extends Error {
  constructor() {
    super("You're signed out. Reload the page to sign in.");
    this.name = 'SignInRequiredError';
  }
}

/** No response: the server or the network is down. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super("Couldn't reach the server.", { cause });
    this.name = 'UnreachableError';
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; the content type is set only with a payload. */
  payload?: unknown;
  signal?: AbortSignal;
  /** A 401 resolves to null instead of throwing. */
  emptyOn401?: boolean;
}

/** An unplugged server doesn't refuse connections, and a browser alone would wait for minutes. */
export const TIME_LIMIT_MS = 15_000;

/** How long a GET is retried while the server answers 503 with `Retry-After`, as when it loads its first market. */
const RETRY_FOR_MS = 2 * 60_000;
/** A longer `Retry-After` is shown as an error. */
const MAX_RETRY_DELAY_MS = 10_000;

/** Sends a request to the API and parses the response: `request('tickers/trending')`. A 204 resolves to null. */
export async function request(call: string, options: RequestOptions = {}): Promise<unknown> {
  const { method = 'GET', payload, signal, emptyOn401 = false } = options;
  // The API never redirects, so a redirect comes from a proxy.
  const init: RequestInit = { method, credentials: 'include', redirect: 'manual' };
  if (payload !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(payload);
  }
  const { answer, text } = await exchangeWhenReady(call, init, signal);
  if (answer.status === 401 && emptyOn401) return null;
  if (!answer.ok) throw new ApiError(answer.status, text.trim() || answer.statusText);
  return answer.status === 204 ? null : JSON.parse(text);
}

/** Retries a GET while the server asks to come back later. */
async function exchangeWhenReady(call: string, init: RequestInit, signal: AbortSignal | undefined) {
  const until = Date.now() + RETRY_FOR_MS;
  for (;;) {
    const exchanged = await exchange(call, init, signal);
    const wait = init.method === 'GET' ? retryAfterMs(exchanged.answer) : null;
    if (wait === null || Date.now() + wait > until) return exchanged;
    await pause(wait, signal);
  }
}

/** Returns the `Retry-After` delay of a 503, or null if it is missing or too long. */
function retryAfterMs({ status, headers }: Response): number | null {
  const seconds = status === 503 ? Number(headers.get('Retry-After') ?? Number.NaN) : Number.NaN;
  return seconds > 0 && seconds * 1000 <= MAX_RETRY_DELAY_MS ? seconds * 1000 : null;
}

/** Resolves after a delay; rejects when the caller aborts. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(over, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Sends a request and reads the body within the time limit; reports the outcome to `connectivity`. */
async function exchange(call: string, init: RequestInit, signal: AbortSignal | undefined) {
  const limit = timeLimit(signal);
  const answersBefore = connectivity.responses;
  try {
    const answer = await fetch(apiUrl(call), { ...init, signal: limit.signal });
    const text = await answer.text();
    if (answer.type === 'opaqueredirect') {
      connectivity.recordRedirect();
      throw new SignInRequiredError();
    }
    const cachedAt = Number(answer.headers.get(CACHED_AT));
    if (!cachedAt) connectivity.recordResponse();
    // The configuration never changes, so its age says nothing about the data's.
    else if (call !== 'config') connectivity.recordCached(cachedAt);
    return { answer, text };
  } catch (cause) {
    if (signal?.aborted || cause instanceof SignInRequiredError) throw cause;
    if (!limit.isOver()) {
      connectivity.recordFailure();
      throw new UnreachableError(cause);
    }
    // One slow response is not an outage: a small probe decides, unless another call was answered meanwhile.
    if (call === PROBE) connectivity.recordFailure();
    else if (connectivity.responses === answersBefore) probe();
    throw new Error(`The server took longer than ${TIME_LIMIT_MS / 1000} seconds to answer.`, { cause });
  } finally {
    limit.stop();
  }
}

/** The server's cheapest endpoint. */
const PROBE = 'health';
let isProbing = false;

/** Probes the server; `connectivity` receives the result. */
function probe(): void {
  if (isProbing || !connectivity.get().isReachable) return;
  isProbing = true;
  exchange(PROBE, { method: 'GET', credentials: 'include', redirect: 'manual' }, undefined)
    .catch(() => undefined)
    .finally(() => {
      isProbing = false;
    });
}

interface TimeLimit {
  signal: AbortSignal;
  stop: () => void;
  /** Returns true if the time limit ended the request. */
  isOver: () => boolean;
}

/**
 * Aborts on the caller's signal or after the time limit. Written by hand because wall tablets' browsers lack
 * `AbortSignal.any`.
 */
function timeLimit(signal: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(new DOMException('no answer', 'TimeoutError'));
  }, TIME_LIMIT_MS);
  const stop = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, stop, isOver: () => isOver };
}
