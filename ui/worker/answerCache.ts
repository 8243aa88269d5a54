import { CACHED_AT } from '../src/api/cachedAt.ts';
import { forgetOthers } from './forgetOthers.ts';

/** Maximum number of cached responses; the least recently updated are removed first. */
export const MAX_ENTRIES = 200;
/** Maximum age: prices of last week would mislead. */
export const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** Minimum interval between writes of the same response, to spare the memory card of a small machine. */
export const REWRITE_MS = 5 * 60_000;

/** Calls whose old responses would be wrong or useless, and logos, which the browser caches itself. */
const NOT_CACHED =
  /^api\/(access|backup|export|health|providers|openapi\.json|tickers\/search|tickers\/[^/]+\/logo|(watchlists|boards)\/[^/]+\/export)/;

/** Returns true if the response to a call (its path below the base) may be cached. */
export const isCacheable = (path: string) => path.startsWith('api/') && !NOT_CACHED.test(path);

/**
 * Caches the last successful response of each read, for when the server is unreachable. One cache per version of the API, because
 * pages may need fields that older responses lack. Cache names contain the base path: two apps may share a host.
 */
export class AnswerCache {
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
  async forgetOthers(): Promise<void> {
    // Releases without versions used the prefix as the name.
    await caches.delete(this.prefix);
    await forgetOthers(`${this.prefix} `, this.name);
  }

  async put(url: string, answer: Response): Promise<void> {
    const cache = await this.open();
    const tag = answer.headers.get('ETag');
    const before = await cache.match(url);
    const age = this.now() - Number(before?.headers.get(CACHED_AT));
    if (tag && before?.headers.get('ETag') === tag && age < REWRITE_MS) return;
    const headers = {
      'Content-Type': answer.headers.get('Content-Type') ?? 'application/json',
      [CACHED_AT]: String(this.now()),
      ...(tag && { ETag: tag }),
    };
    const copy = new Response(await answer.arrayBuffer(), { headers });
    // Deleted first, so that keys are ordered by update.
    await cache.delete(url);
    await cache.put(url, copy);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES)).map((key) => cache.delete(key)));
  }

  /** Caches a response unless one younger than `REWRITE_MS` is cached. */
  async renew(url: string, answer: Response): Promise<void> {
    const before = await (await this.open()).match(url);
    const isNew = before && this.now() - Number(before.headers.get(CACHED_AT)) < REWRITE_MS;
    if (!isNew) await this.put(url, answer);
  }

  /** Deletes all responses. */
  async clear(): Promise<void> {
    const cache = await this.open();
    await Promise.all((await cache.keys()).map((key) => cache.delete(key)));
  }

  async get(url: string): Promise<Response | undefined> {
    const cache = await this.open();
    const answer = await cache.match(url);
    if (!answer) return undefined;
    const age = this.now() - Number(answer.headers.get(CACHED_AT));
    if (age <= MAX_AGE_MS) return answer;
    await cache.delete(url);
    return undefined;
  }
}
