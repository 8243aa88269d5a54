import type { ProviderHealth, Ticker } from '~/api/types';
import { isStale } from '~/live/merge';
import { brings, sourceTitle } from '~/market/sources';
import { paths } from '~/paths';

/** Data other than prices: which sources supply it, and what is missing without them. */
const BESIDES: Record<string, { what: string; text: string }> = {
  [paths.news]: { what: 'news', text: 'the newest stories may be missing' },
  [paths.earningsCalendar]: { what: 'earnings', text: 'dates may be out of date' },
  [paths.home]: { what: 'fear_greed', text: 'the Fear & Greed Index is not renewed' },
};

/**
 * Describes in one sentence what failing sources affect on a page: old prices, or data that no other source supplies. Undefined if
 * other sources replace them.
 */
export function affected(
  sources: readonly ProviderHealth[],
  path: string,
  shown: readonly Ticker[],
  now: number,
): string | undefined {
  const failing = sources.filter(({ state }) => state === 'failing');
  const old = shown.filter((ticker) => ticker.price === null || isStale(ticker, now));
  const priced = (source: ProviderHealth, ticker: Ticker) =>
    ticker.source === source.name || brings(source, ['quotes', 'ticks'], ticker.type);
  const blamed = failing.filter((source) => old.some((ticker) => priced(source, ticker)));
  if (blamed.length > 0) {
    const theirs = old.filter((ticker) => blamed.some((source) => priced(source, ticker)));
    const missing = theirs.some(({ price }) => price === null);
    const prices =
      theirs.length === 1 ? 'a price on this page is' : `${theirs.length} prices on this page are`;
    return `${are(blamed)} failing: ${prices} old${missing ? ' or missing' : ''}.`;
  }
  const other = BESIDES[path];
  if (!other) return undefined;
  const all = sources.filter((source) => brings(source, [other.what]));
  const down = all.filter(({ state }) => state === 'failing');
  // A source that refuses access is not needed, but it cannot replace the others either.
  const none = down.length > 0 && all.every(({ state }) => state === 'failing' || state === 'refused');
  return none ? `${are(down)} failing: ${other.text}.` : undefined;
}

/** Returns 'CoinGecko is' or 'CoinGecko and Yahoo Finance are'. */
function are(sources: readonly ProviderHealth[]): string {
  const names = sources.map(({ name }) => sourceTitle(name));
  const last = names.at(-1);
  if (names.length === 1) return `${last} ${sources[0]?.name === 'rss' ? 'are' : 'is'}`;
  return `${names.slice(0, -1).join(', ')} and ${last} are`;
}
