import { useDebouncedValue } from '@mantine/hooks';
import { symbolsQuery } from '~/api/queries';
import type { FoundSymbol, SymbolPrice } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useCanFollow } from './useCanFollow';
import { useFoundPrices } from './useFoundPrices';
import type { TickerSearchResult } from './useTickerSearch';

/** Providers are queried over the internet, so only after this pause. */
const PAUSE_MS = 800;

/** Listings that can be followed, with prices as far as loaded. */
export interface Listings {
  found: readonly FoundSymbol[];
  prices: ReadonlyMap<string, SymbolPrice>;
}

/**
 * Listings that providers find for a text, in addition to followed tickers: queried after the local results and a
 * pause. A failing provider adds nothing. Not queried in the sample market or on a read-only server.
 */
export function useListings(input: string, { hits, settled }: TickerSearchResult): Listings {
  const text = input.trim();
  const [settledText] = useDebouncedValue(text, PAUSE_MS);
  const canFollow = useCanFollow();
  const { data = [] } = useQuery({
    ...symbolsQuery(text),
    enabled: canFollow && settled && text !== '' && settledText === text,
  });
  const knownSymbols = new Set(hits.map(({ symbol }) => symbol));
  const found = settled ? data.filter(({ symbol, followed }) => !followed && !knownSymbols.has(symbol)) : [];
  return { found, prices: useFoundPrices(text, found) };
}
