import type { ProviderHealth, Ticker } from '~/api/types';
import { isStale } from '~/live/merge';
import { sourceTitle, supplies } from '~/market/sources';
import { paths } from '~/paths';

/** Data other than prices, by page: its kind, and a text about its absence. */
const OTHER_DATA: Record<string, { kind: string; text: string }> = {
  [paths.news]: { kind: 'news', text: 'the newest articles may be missing' },
  [paths.earningsCalendar]: { kind: 'earnings', text: 'dates may be out of date' },
  [paths.home]: { kind: 'fear_greed', text: 'the Fear & Greed Index is not updated' },
};

/**
 * Describes in one sentence what failing sources affect on a page: old prices, or data that no other source supplies. Undefined if
 * other sources replace them.
 */
export function describeAffected(
  sources: readonly ProviderHealth[],
  path: string,
  shown: readonly Ticker[],
  now: number,
): string | undefined {
  const failing = sources.filter(({ state }) => state === 'failing');
  const outdated = shown.filter((ticker) => ticker.price === null || isStale(ticker, now));
  const isPricedBy = (source: ProviderHealth, ticker: Ticker) =>
    ticker.source === source.name || supplies(source, ['quotes', 'ticks'], ticker.type);
  const failingSources = failing.filter((source) => outdated.some((ticker) => isPricedBy(source, ticker)));
  if (failingSources.length > 0) {
    const affectedTickers = outdated.filter((ticker) =>
      failingSources.some((source) => isPricedBy(source, ticker)),
    );
    const hasMissing = affectedTickers.some(({ price }) => price === null);
    const prices =
      affectedTickers.length === 1
        ? 'a price on this page is'
        : `${affectedTickers.length} prices on this page are`;
    return `${namesWithVerb(failingSources)} failing: ${prices} old${hasMissing ? ' or missing' : ''}.`;
  }
  const other = OTHER_DATA[path];
  if (!other) return undefined;
  const suppliers = sources.filter((source) => supplies(source, [other.kind]));
  const failingSuppliers = suppliers.filter(({ state }) => state === 'failing');
  // A source in the state 'refused' (access denied) is not reported itself, and it can't replace the failing ones.
  const isUnavailable =
    failingSuppliers.length > 0 && suppliers.every(({ state }) => state === 'failing' || state === 'refused');
  return isUnavailable ? `${namesWithVerb(failingSuppliers)} failing: ${other.text}.` : undefined;
}

/** Returns 'CoinGecko is' or 'CoinGecko and Yahoo Finance are'. */
function namesWithVerb(sources: readonly ProviderHealth[]): string {
  const names = sources.map(({ name }) => sourceTitle(name));
  const last = names.at(-1);
  if (names.length === 1) return `${last} ${sources[0]?.name === 'rss' ? 'are' : 'is'}`;
  return `${names.slice(0, -1).join(', ')} and ${last} are`;
}
