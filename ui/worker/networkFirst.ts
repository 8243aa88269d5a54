import type { ResponseCache } from './responseCache.ts';
import { isGatewayError, TimeoutError, withTimeout } from './timeout.ts';

/** Timeout after which a cached response is used. A Raspberry Pi may need several seconds for a long history. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** The number of responses from the server, over all requests. */
export interface ResponseCount {
  total: number;
}

/**
 * Answers a GET request from the network. If the server is unreachable, returns the cached response, whose header `CACHED_AT` marks
 * it, or else passes on the failure. Waits longer for a slow response while the server responds to other requests.
 */
export async function networkFirst(
  url: string,
  send: () => Promise<Response>,
  cache: ResponseCache,
  background: (work: Promise<unknown>) => void,
  count: ResponseCount,
): Promise<Response> {
  const before = count.total;
  const request = send().then((response) => {
    if (!isGatewayError(response)) count.total += 1;
    return response;
  });
  // A response after the timeout is still cached, for the next request.
  background(request.then((response) => cacheResponse(url, response, cache)).catch(ignore));
  try {
    const response = await withTimeout(RESPONSE_TIMEOUT_MS, request);
    return isGatewayError(response) ? ((await cache.get(url)) ?? response) : response;
  } catch (cause) {
    if (cause instanceof TimeoutError && count.total > before) return request;
    return (await cache.get(url)) ?? request;
  }
}

/** Caches a successful response. After a redirect, which means that the session ended, deletes all cached responses. */
async function cacheResponse(url: string, response: Response, cache: ResponseCache): Promise<void> {
  if (response.ok) await cache.put(url, response.clone());
  else if (response.type === 'opaqueredirect') await cache.clear();
}

// The page handles the failure.
const ignore = () => undefined;
