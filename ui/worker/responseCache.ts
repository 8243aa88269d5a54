import { CACHED_AT } from '../src/api/cachedAt.ts';
import { deleteOtherVersions } from './deleteOtherVersions.ts';

/** Maximum number of cached responses; the least recently updated are removed first. */
export const MAX_ENTRIES = 200;
/** Older responses are deleted: last week's prices would mislead. */
export const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** Minimum interval between writes of the same response, to spare the SD card of a small computer. */
export const REWRITE_MS = 5 * 60_000;

/** Calls whose old responses would be wrong or useless, and logos, which the browser caches itself. */
const NOT_CACHED =
  /^api\/(access|backup|export|health|providers|openapi\.json|tickers\/search|tickers\/[^/]+\/logo|(watchlists|boards)\/[^/]+\/export)/;

/** Returns true if the response to an API call may be cached. `path` is relative to the base path. */
export const isCacheable = (path: string) => path.startsWith('api/') && !NOT_CACHED.test(path);

/**
 * Caches the last successful response to each GET request, for when the server is unreachable. Each version of the API has its own
 * cache, because pages may need fields that older responses lack. The cache name contains the base path, because two installations
 * may share a host.
 */
export class ResponseCache {
  private readonly prefix: string;
  private readonly name: string;

  constructor(
    base: string,
    version: string,
    private readonly now: () => number,
  ) {
    this.prefix = `marketdeck-answers ${base}`;
    this.name = `${this.prefix} ${version}`;
  }

  private open(): Promise<Cache> {
    return caches.open(this.name);
  }

  /** Deletes the responses of other versions. */
  async deleteOtherVersions(): Promise<void> {
    // Releases without versions used the prefix as the name.
    await caches.delete(this.prefix);
    await deleteOtherVersions(`${this.prefix} `, this.name);
  }

  async put(url: string, response: Response): Promise<void> {
    const cache = await this.open();
    const tag = response.headers.get('ETag');
    const cached = await cache.match(url);
    const age = this.now() - Number(cached?.headers.get(CACHED_AT));
    if (tag && cached?.headers.get('ETag') === tag && age < REWRITE_MS) return;
    const headers = {
      'Content-Type': response.headers.get('Content-Type') ?? 'application/json',
      [CACHED_AT]: String(this.now()),
      ...(tag && { ETag: tag }),
    };
    const copy = new Response(await response.arrayBuffer(), { headers });
    // Deletes the entry first, so that `keys` lists the least recently updated first.
    await cache.delete(url);
    await cache.put(url, copy);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES)).map((key) => cache.delete(key)));
  }

  /** Caches a response, unless the cached response to the same URL is younger than `REWRITE_MS`. */
  async putIfOlder(url: string, response: Response): Promise<void> {
    const cached = await (await this.open()).match(url);
    const isCachedRecently = cached && this.now() - Number(cached.headers.get(CACHED_AT)) < REWRITE_MS;
    if (!isCachedRecently) await this.put(url, response);
  }

  /** Deletes all responses. */
  async clear(): Promise<void> {
    const cache = await this.open();
    await Promise.all((await cache.keys()).map((key) => cache.delete(key)));
  }

  async get(url: string): Promise<Response | undefined> {
    const cache = await this.open();
    const response = await cache.match(url);
    if (!response) return undefined;
    const age = this.now() - Number(response.headers.get(CACHED_AT));
    if (age <= MAX_AGE_MS) return response;
    await cache.delete(url);
    return undefined;
  }
}
