import { tickersBySymbolQuery } from '~/api/queries';
import type { TickerHit, TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useRecent } from '~/state/recent';
import { useListings } from '~/widgets/TickerSearch/useListings';
import { useTickerSearch } from '~/widgets/TickerSearch/useTickerSearch';
import { type Item, tickersFor } from './items';
import { useKnownTickers } from './useKnownTickers';
import type { Wish } from './words';

/** SRCH-01: minimum length of a search text. */
const MIN_LENGTH = 2;

/** Number of placeholder rows while loading. */
const PLACEHOLDERS = 5;
/** Maximum number of tickers, so that pages and actions stay visible. */
const MAX_TICKERS = 6;

/**
 * Returns matching tickers and providers' listings, or recently opened tickers without a search text. Until the server has responded,
 * matches from the query cache.
 */
export function useTickers({ text, names, verb, actionsOnly }: Wish) {
  const wanted = actionsOnly && !verb ? '' : text;
  const suggestions = useTickerSearch(wanted, MIN_LENGTH);
  const second = useTickerSearch(verb === 'compare' ? (names[1] ?? '') : '', MIN_LENGTH);
  const listings = useListings(verb || actionsOnly ? '' : wanted, suggestions);
  const recent = useRecent();
  const known = useKnownTickers();
  const { loading } = suggestions;
  const symbols = text ? suggestions.hits.map(({ symbol }) => symbol) : recent;
  const { data: rows = [], isLoading: areRowsLoading } = useQuery(tickersBySymbolQuery(symbols));
  const { data: others = [] } = useQuery(
    tickersBySymbolQuery(second.hits.slice(0, 1).map(({ symbol }) => symbol)),
  );
  const rowOf = ({ symbol }: Pick<TickerHit, 'symbol'>): TickerRow | undefined =>
    rows.find((row) => row.symbol === symbol) ?? known.find((row) => row.symbol === symbol);
  const shown: readonly Pick<TickerHit, 'id' | 'symbol' | 'name' | 'type'>[] = loading
    ? tickersFor(wanted, known).slice(0, PLACEHOLDERS)
    : text
      ? suggestions.hits.slice(0, MAX_TICKERS)
      : recent.flatMap((symbol) => rowOf({ symbol }) ?? []);
  const items = shown.map((hit): Item => ({ kind: 'ticker', key: hit.symbol, hit, row: rowOf(hit) }));
  const found = listings.found.map(
    (listing): Item => ({ kind: 'listing', key: `follow ${listing.symbol}`, listing }),
  );
  const [best] = shown;
  const first = best && rowOf(best);
  const [other] = others;
  /** The named tickers that are known, for an alert or a comparison. */
  const named: TickerRow[] = loading || !text ? [] : [first, other].filter((row) => row !== undefined);
  const expected = loading ? PLACEHOLDERS : !text && areRowsLoading ? recent.length : 0;
  const pending = Math.max(0, expected - items.length);
  const isBusy = loading || areRowsLoading;
  return { ...suggestions, items, found, pending, isBusy, prices: listings.prices, first, named };
}
