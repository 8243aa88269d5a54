import { apiUrl } from '~/paths';
import { deviceNow } from '~/state/clock';
import { connectivity } from '~/state/connectivity';
import { CACHED_AT } from './cachedAt';

/** An error response. The message is '{status}: {body text, or the status text if empty}' (API-02). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** The server's error sentence. */
    readonly detail: string,
    /** With a 409: the data as another device has changed it, or null if it was deleted. */
    readonly current?: unknown,
  ) {
    super(`${status}: ${detail}`);
    this.name = 'ApiError';
  }
}

/** Returns true if the server reported that the resource doesn't exist; any other failure may be temporary. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** A proxy requires sign-in: it redirects every call to its sign-in page. */
export class SignInRequiredError extends Error {
  constructor() {
    super("You're signed out. Reload the page to sign in.");
    this.name = 'SignInRequiredError';
  }
}

/** No response was received, because the server or the network is down. */
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

/** Time limit of a request. Browsers alone would wait for minutes for a server that is switched off. */
export const TIME_LIMIT_MS = 15_000;

/** How long a GET is retried while the server responds with 503 and `Retry-After`, as it does while the market loads. */
const RETRY_FOR_MS = 2 * 60_000;
/** A response with a longer `Retry-After` is treated as an error. */
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
  const { response, text } = await exchangeWhenReady(call, init, signal);
  if (response.status === 401 && emptyOn401) return null;
  if (!response.ok) {
    const { status, statusText } = response;
    // A 409 for data that another device has changed is JSON; every other error is a sentence.
    const { message, current } = status === 409 && text.startsWith('{') ? JSON.parse(text) : {};
    throw new ApiError(status, message ?? (text.trim() || statusText), current);
  }
  return response.status === 204 ? null : JSON.parse(text);
}

/** Sends a request and retries a GET while the server responds with `Retry-After`. */
async function exchangeWhenReady(call: string, init: RequestInit, signal: AbortSignal | undefined) {
  const until = deviceNow() + RETRY_FOR_MS;
  for (;;) {
    const result = await exchange(call, init, signal);
    const wait = init.method === 'GET' ? retryAfterMs(result.response) : null;
    if (wait === null || deviceNow() + wait > until) return result;
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
    const finish = () => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    const cancel = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
}

/** Sends a request and reads the body within the time limit; reports the outcome to `connectivity`. */
async function exchange(call: string, init: RequestInit, signal: AbortSignal | undefined) {
  const limit = timeLimit(signal);
  const responsesBefore = connectivity.responses;
  try {
    const response = await fetch(apiUrl(call), { ...init, signal: limit.signal });
    const text = await response.text();
    if (response.type === 'opaqueredirect') {
      connectivity.recordRedirect();
      throw new SignInRequiredError();
    }
    const cachedAt = Number(response.headers.get(CACHED_AT));
    if (!cachedAt) connectivity.recordResponse();
    // Ignores the configuration, which never changes: its age is not the age of the data.
    else if (call !== 'config') connectivity.recordCached(cachedAt);
    return { response, text };
  } catch (cause) {
    if (signal?.aborted || cause instanceof SignInRequiredError) throw cause;
    if (!limit.isOver()) {
      connectivity.recordFailure();
      throw new UnreachableError(cause);
    }
    // One slow response is not an outage. Unless another call got a response in the meantime, a small probe decides.
    if (call === PROBE) connectivity.recordFailure();
    else if (connectivity.responses === responsesBefore) probe();
    throw new Error(`The server took longer than ${TIME_LIMIT_MS / 1000} seconds to respond.`, { cause });
  } finally {
    limit.cancel();
  }
}

/** The server's cheapest endpoint. */
const PROBE = 'health';
let isProbing = false;

/** Probes the server, which updates `connectivity`. */
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
  cancel: () => void;
  /** Returns true if the time limit ended the request. */
  isOver: () => boolean;
}

/**
 * Returns a signal that aborts with the caller's signal or after the time limit. Does not use `AbortSignal.any`, which the browsers of
 * older wall tablets lack.
 */
function timeLimit(signal: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(new DOMException('no response', 'TimeoutError'));
  }, TIME_LIMIT_MS);
  const cancel = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, cancel, isOver: () => isOver };
}
