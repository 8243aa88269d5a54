import type { ProviderHealth, TickerStatus } from '~/api/types';
import { formatNumber } from '~/market/format';
import { formatDateTime, formatRelative, formatSpan } from '~/market/time';

/** What sources are called, and what they bring beside prices. One that is not known here shows as it is configured. */
const KNOWN: Record<string, { title: string; feeds: string }> = {
  sample: { title: 'Sample market', feeds: 'Simulated prices, news and calendars' },
  yahoo: { title: 'Yahoo Finance', feeds: 'Prices, histories, dividends' },
  yahoo_stream: { title: 'Yahoo stream', feeds: 'Live prices' },
  coingecko: { title: 'CoinGecko', feeds: 'Coins: prices and market caps' },
  coinbase: { title: 'Coinbase', feeds: 'Live prices of coins' },
  kraken: { title: 'Kraken', feeds: 'Live prices of coins' },
  alternative_me: { title: 'alternative.me', feeds: 'Fear & Greed, crypto' },
  cnn: { title: 'CNN', feeds: 'Fear & Greed, stocks' },
  nasdaq: { title: 'Nasdaq', feeds: 'Earnings calendar' },
  rss: { title: 'News feeds', feeds: 'News' },
  finnhub: { title: 'Finnhub', feeds: 'Prices of US shares and funds' },
  finnhub_stream: { title: 'Finnhub stream', feeds: 'Live prices of US shares and funds' },
  marketdeck: { title: 'Marketdeck', feeds: 'Share sentiment from stored prices' },
  import: { title: 'Import folder', feeds: 'Files that are put there' },
};

export const sourceTitle = (name: string): string => KNOWN[name]?.title ?? name;

/** What a source brings: its kind of data, and of how many tickers it gave the newest price. */
export function feedsOf(name: string, tickers: readonly TickerStatus[]): string {
  const priced = tickers.filter(({ source }) => source === name).length;
  const feeds = KNOWN[name]?.feeds;
  const of = priced === 1 ? '1 ticker' : `${priced} tickers`;
  if (!feeds) return priced ? `Prices of ${of}` : '—';
  return priced ? `${feeds}; ${of} now` : feeds;
}

/** '9,812 of 10,000 left this month': what is left of the limits that a plan has. */
export function quotaText(quota: ProviderHealth['quota']): string {
  return quota
    .map(
      ({ period, limit, left }) =>
        `${formatNumber(left, 0)} of ${formatNumber(limit, 0)} left this ${period}`,
    )
    .join(', ');
}

const SEVERITY: Record<string, number> = { failing: 0, waiting: 1 };
const severity = ({ state }: ProviderHealth) => SEVERITY[state] ?? 2;

/** Failing sources first, then those not asked yet; otherwise by name. */
export const byTrouble = (sources: readonly ProviderHealth[]): ProviderHealth[] =>
  sources.toSorted(
    (a, b) => severity(a) - severity(b) || sourceTitle(a.name).localeCompare(sourceTitle(b.name)),
  );

/** Tickers that get no new price, those with a reason first. */
export const withTrouble = (tickers: readonly TickerStatus[]): TickerStatus[] =>
  tickers
    .filter(({ stale, lastError }) => stale || lastError)
    .toSorted(
      (a, b) =>
        Number(Boolean(b.lastError)) - Number(Boolean(a.lastError)) || a.symbol.localeCompare(b.symbol),
    );

/** '3 minutes ago', and from a day on the date. */
export const ago = (time: string, now: number): string =>
  now - Date.parse(time) < 86_400_000 ? formatRelative(time, now) : formatDateTime(time);

/** 'in 4 min', with 'now' for what is due. */
export function until(time: string, now: number): string {
  const left = Date.parse(time) - now;
  if (left <= 0) return 'now';
  return left < 60_000 ? 'within a minute' : `in ${formatSpan(left)}`;
}

/** The earliest time at which a failing source is asked again. */
export function nextTry(sources: readonly ProviderHealth[]): string | undefined {
  return sources
    .flatMap(({ state, nextAttempt }) => (state === 'failing' && nextAttempt ? [nextAttempt] : []))
    .sort()[0];
}

/** '3 min ahead of this device': how far the server's clock is from ours, when it is more than some seconds. */
export function clockDifference(offset: number): string | undefined {
  if (Math.abs(offset) < 5000) return undefined;
  return `${formatSpan(Math.abs(offset))} ${offset > 0 ? 'ahead of' : 'behind'} this device`;
}

/** How far the histories are that come in pieces: how many are whole, the percentage of all pieces, and when the last is due. */
export function histories(tickers: readonly TickerStatus[]) {
  const all = tickers.flatMap(({ history }) => (history && history.of > 0 ? [history] : []));
  const [done, of] = all.reduce(([had, wanted], each) => [had + each.done, wanted + each.of], [0, 0]);
  const due = all.flatMap(({ readyAt }) => (readyAt ? [readyAt] : [])).sort();
  return {
    whole: all.filter((each) => each.done >= each.of).length,
    all: all.length,
    share: of === 0 ? 0 : (100 * done) / of,
    readyAt: due.at(-1),
  };
}
