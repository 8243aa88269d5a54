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

/** Nobody answered: the server or the way to it is down. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
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

/** Calls the API: `request<Ticker[]>('tickers/trending')`. A 204 answers null. */
export async function request<T>(call: string, options: RequestOptions = {}): Promise<T> {
  const { method = 'GET', payload, signal, emptyOn401 = false } = options;
  const init: RequestInit = { method, credentials: 'include' };
  if (signal) init.signal = signal;
  if (payload !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(payload);
  }
  const answer = await send(call, init);
  if (answer.status === 401 && emptyOn401) return null as T;
  if (!answer.ok) throw new ApiError(answer.status, (await answer.text()).trim() || answer.statusText);
  if (answer.status === 204) return null as T;
  return (await answer.json()) as T;
}

/** Tells `connectivity` how the call went. What is set once (the config) does not date the data. */
async function send(call: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(apiUrl(call), init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    connectivity.failed();
    throw new UnreachableError(cause);
  }
  const cachedAt = Number(answer.headers.get(CACHED_AT));
  if (!cachedAt) connectivity.answered();
  else if (call !== 'config') connectivity.servedFromCache(cachedAt);
  return answer;
}
