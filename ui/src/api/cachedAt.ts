/**
 * Response header shared by the page and the service worker: when a cached response was stored (Unix milliseconds). The
 * worker sets it when the server can't be reached.
 */
export const CACHED_AT = 'x-marketdeck-cached-at';
