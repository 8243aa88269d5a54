import { CACHED_AT } from '../src/api/cachedAt.ts';
import { forgetOthers } from './forgetOthers.ts';

/** So many answers are kept at most; the ones renewed longest ago go first. */
export const MAX_ENTRIES = 200;
/** An older answer is of no use: prices of last week mislead. */
export const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** An answer that has not changed is written again only then: a poll must not wear out the card of a small machine. */
export const RENEW_MS = 5 * 60_000;

/** Calls whose old answers would be wrong or useless, and logos: the browser keeps those, and here they would push answers out. */
const NOT_KEPT =
  /^api\/(access|backup|export|health|providers|openapi\.json|tickers\/search|tickers\/[^/]+\/logo|(watchlists|boards)\/[^/]+\/export)/;

/** Whether the answer to a call (its path below the base) may stand in later. */
export const isCacheable = (path: string) => path.startsWith('api/') && !NOT_KEPT.test(path);

/**
 * The last good answer of each read, for when the server cannot be reached; of one version of the API: an answer of another one
 * may lack what the pages of this one count on. Names hold the base path: two apps may share an address.
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

  /** Forgets the answers of other versions. */
  async forgetOthers(): Promise<void> {
    // Before there were versions, the name was the prefix alone.
    await caches.delete(this.prefix);
    await forgetOthers(`${this.prefix} `, this.name);
  }

  async put(url: string, answer: Response): Promise<void> {
    const cache = await this.open();
    const tag = answer.headers.get('ETag');
    const before = await cache.match(url);
    const age = this.now() - Number(before?.headers.get(CACHED_AT));
    if (tag && before?.headers.get('ETag') === tag && age < RENEW_MS) return;
    const headers = {
      'Content-Type': answer.headers.get('Content-Type') ?? 'application/json',
      [CACHED_AT]: String(this.now()),
      ...(tag && { ETag: tag }),
    };
    const copy = new Response(await answer.arrayBuffer(), { headers });
    // Deleted first, so that the order of the keys is the order of renewal.
    await cache.delete(url);
    await cache.put(url, copy);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES)).map((key) => cache.delete(key)));
  }

  /** Keeps an answer where none is kept that is newer than five minutes. */
  async renew(url: string, answer: Response): Promise<void> {
    const before = await (await this.open()).match(url);
    const isNew = before && this.now() - Number(before.headers.get(CACHED_AT)) < RENEW_MS;
    if (!isNew) await this.put(url, answer);
  }

  /** Forgets all of them. */
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
