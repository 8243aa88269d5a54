/**
 * Header of a response from the service worker's cache: the time at which it was cached, in Unix milliseconds. Responses from the
 * server don't have this header.
 */
export const CACHED_AT = 'x-marketdeck-cached-at';
