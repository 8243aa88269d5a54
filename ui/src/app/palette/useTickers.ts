import { useQuery } from '@tanstack/react-query';
import { namedTickersQuery } from '~/api/queries';
import type { TickerHit, TickerRow } from '~/api/types';
import { useRecent } from '~/state/recent';
import { useListings } from '~/widgets/TickerSearch/useListings';
import { useTickerSearch } from '~/widgets/TickerSearch/useTickerSearch';
import type { Item } from './items';
import type { Wish } from './words';

/** SRCH-01. */
const SHORTEST = 2;

/** Tickers that fit what is typed, tickers opened lately while nothing is, and what providers know beside them. */
export function useTickers({ text, names, verb, actionsOnly }: Wish) {
  const wanted = actionsOnly && !verb ? '' : text;
  const suggestions = useTickerSearch(wanted, SHORTEST);
  const second = useTickerSearch(verb === 'compare' ? (names[1] ?? '') : '', SHORTEST);
  const listings = useListings(verb || actionsOnly ? '' : wanted, suggestions);
  const recent = useRecent();
  const hits: readonly TickerHit[] = suggestions.hits;
  const symbols = text ? hits.map(({ symbol }) => symbol) : recent;
  const { data: rows = [] } = useQuery(namedTickersQuery(symbols));
  const { data: others = [] } = useQuery(
    namedTickersQuery(second.hits.slice(0, 1).map(({ symbol }) => symbol)),
  );
  const shown = text ? hits : rows;
  const items = shown.map(
    (hit): Item => ({ kind: 'ticker', key: hit.symbol, hit, row: rows.find(({ id }) => id === hit.id) }),
  );
  const found = listings.found.map(
    (listing): Item => ({ kind: 'listing', key: `follow ${listing.symbol}`, listing }),
  );
  const first = rows.find(({ id }) => id === hits[0]?.id);
  const [other] = others;
  /** The tickers that were named, as far as they are known: what an alert or a comparison is for. */
  const named: TickerRow[] = [first, other].filter((row) => row !== undefined);
  return { ...suggestions, items, found, prices: listings.prices, named };
}
