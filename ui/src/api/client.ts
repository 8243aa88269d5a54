import { apiUrl } from '~/paths';
import { connectivity } from '~/state/connectivity';
import { CACHED_AT } from './cachedAt';

/** A refused request. The message is '{status}: {body text, or the status text when empty}' (API-02). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** The server's own sentence. */
    readonly detail: string,
  ) {
    super(`${status}: ${detail}`);
    this.name = 'ApiError';
  }
}

/** The server's own word that there is nothing at this address; any other failure may pass. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** A proxy before the server wants somebody to sign in: it sends every call elsewhere, which only a page can follow. */
export class SignInRequiredError extends Error {
  constructor() {
    super("You're signed out. Reload the page to sign in.");
    this.name = 'SignInRequiredError';
  }
}

/** Nobody answered: the server or the way to it is down. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super("Couldn't reach the server.", { cause });
    this.name = 'UnreachableError';
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; the content type goes along only when there is one. */
  payload?: unknown;
  signal?: AbortSignal;
  /** A 401 answers null instead of throwing. */
  emptyOn401?: boolean;
}

/** A server that is switched off refuses nothing, it is silent: a browser alone would wait for minutes. */
export const TIME_LIMIT_MS = 15_000;

/** So long a GET is repeated while the server asks to come back later, as while it loads its first market. */
const RETRY_FOR_MS = 2 * 60_000;
/** A longer `Retry-After` is an error to be shown. */
const MAX_RETRY_DELAY_MS = 10_000;

/** Sends a request to the API and reads the answer: `request('tickers/trending')`. A 204 answers null. */
export async function request(call: string, options: RequestOptions = {}): Promise<unknown> {
  const { method = 'GET', payload, signal, emptyOn401 = false } = options;
  // The API itself never redirects.
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

/** Repeats a GET for as long as the server asks to come back later. */
async function exchangeWhenReady(call: string, init: RequestInit, signal: AbortSignal | undefined) {
  const until = Date.now() + RETRY_FOR_MS;
  for (;;) {
    const exchanged = await exchange(call, init, signal);
    const wait = init.method === 'GET' ? retryAfterMs(exchanged.answer) : null;
    if (wait === null || Date.now() + wait > until) return exchanged;
    await pause(wait, signal);
  }
}

/** The pause that a 503 asks for, unless it is a long one. */
function retryAfterMs({ status, headers }: Response): number | null {
  const seconds = status === 503 ? Number(headers.get('Retry-After') ?? Number.NaN) : Number.NaN;
  return seconds > 0 && seconds * 1000 <= MAX_RETRY_DELAY_MS ? seconds * 1000 : null;
}

/** Resolves after a time; rejects as soon as the caller wants no answer any more. */
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

/** Sends, reads to the end within the time limit, and tells `connectivity` how it went. */
async function exchange(call: string, init: RequestInit, signal: AbortSignal | undefined) {
  const limit = timeLimit(signal);
  const answersBefore = connectivity.answers;
  try {
    const answer = await fetch(apiUrl(call), { ...init, signal: limit.signal });
    const text = await answer.text();
    if (answer.type === 'opaqueredirect') {
      connectivity.redirected();
      throw new SignInRequiredError();
    }
    const cachedAt = Number(answer.headers.get(CACHED_AT));
    if (!cachedAt) connectivity.answered();
    // What is set once (the config) does not date the data.
    else if (call !== 'config') connectivity.servedFromCache(cachedAt);
    return { answer, text };
  } catch (cause) {
    if (signal?.aborted || cause instanceof SignInRequiredError) throw cause;
    if (!limit.isOver()) {
      connectivity.failed();
      throw new UnreachableError(cause);
    }
    // One slow answer is no outage: a second, small call decides, unless others were answered meanwhile.
    if (call === PROBE) connectivity.failed();
    else if (connectivity.answers === answersBefore) probe();
    throw new Error(`The server took longer than ${TIME_LIMIT_MS / 1000} seconds to answer.`, { cause });
  } finally {
    limit.stop();
  }
}

/** The cheapest call of the server. */
const PROBE = 'health';
let isProbing = false;

/** Asks whether the server is there at all; `connectivity` hears the answer. */
function probe(): void {
  if (isProbing || !connectivity.get().reachable) return;
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
  /** Whether the time was over before there was an answer. */
  isOver: () => boolean;
}

/** Aborted by the caller or when the time is over. By hand: browsers of wall tablets know no `AbortSignal.any`. */
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
