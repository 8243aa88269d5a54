/**
 * What the page and the service worker agree on: an answer that the worker took out of its store,
 * because the server could not be reached, says in this header when it was kept (milliseconds).
 */
export const CACHED_AT = 'x-marketdeck-cached-at';
