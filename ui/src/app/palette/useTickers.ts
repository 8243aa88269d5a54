import { tickersBySymbolQuery } from '~/api/queries';
import type { TickerHit, TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useRecent } from '~/state/recent';
import { useListings } from '~/widgets/TickerSearch/useListings';
import { useTickerSearch } from '~/widgets/TickerSearch/useTickerSearch';
import { type Item, tickersFor } from './items';
import type { ParsedSearch } from './parseSearch';
import { useCachedTickers } from './useCachedTickers';

/** SRCH-01: minimum length of a search text. */
const MIN_LENGTH = 2;

/** Number of placeholder rows while loading. */
const PLACEHOLDERS = 5;
/** Maximum number of tickers, so that pages and actions stay visible. */
const MAX_TICKERS = 6;

/**
 * Returns matching tickers and providers' listings, or recently opened tickers without a search text. Until the server has responded,
 * returns matches from the query cache.
 */
export function useTickers({ text, names, verb, actionsOnly }: ParsedSearch) {
  const searchText = actionsOnly && !verb ? '' : text;
  const suggestions = useTickerSearch(searchText, MIN_LENGTH);
  const second = useTickerSearch(verb === 'compare' ? (names[1] ?? '') : '', MIN_LENGTH);
  const listings = useListings(verb || actionsOnly ? '' : searchText, suggestions);
  const recent = useRecent();
  const cached = useCachedTickers();
  const { loading } = suggestions;
  const symbols = text ? suggestions.hits.map(({ symbol }) => symbol) : recent;
  const { data: rows = [], isLoading: areRowsLoading } = useQuery(tickersBySymbolQuery(symbols));
  const { data: secondRows = [] } = useQuery(
    tickersBySymbolQuery(second.hits.slice(0, 1).map(({ symbol }) => symbol)),
  );
  const rowOf = ({ symbol }: Pick<TickerHit, 'symbol'>): TickerRow | undefined =>
    rows.find((row) => row.symbol === symbol) ?? cached.find((row) => row.symbol === symbol);
  const hits: readonly Pick<TickerHit, 'id' | 'symbol' | 'name' | 'type'>[] = loading
    ? tickersFor(searchText, cached).slice(0, PLACEHOLDERS)
    : text
      ? suggestions.hits.slice(0, MAX_TICKERS)
      : recent.flatMap((symbol) => rowOf({ symbol }) ?? []);
  const items = hits.map((hit): Item => ({ kind: 'ticker', key: hit.symbol, hit, row: rowOf(hit) }));
  const foundItems = listings.found.map(
    (listing): Item => ({ kind: 'listing', key: `follow ${listing.symbol}`, listing }),
  );
  const [bestHit] = hits;
  const first = bestHit && rowOf(bestHit);
  const [secondRow] = secondRows;
  // The tickers named in the text, as far as they are loaded, for an alert or a comparison.
  const named: TickerRow[] = loading || !text ? [] : [first, secondRow].filter((row) => row !== undefined);
  const expected = loading ? PLACEHOLDERS : !text && areRowsLoading ? recent.length : 0;
  const pending = Math.max(0, expected - items.length);
  const isBusy = loading || areRowsLoading;
  return { ...suggestions, items, found: foundItems, pending, isBusy, prices: listings.prices, first, named };
}
