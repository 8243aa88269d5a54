import { useDebouncedValue } from '@mantine/hooks';
import { symbolsQuery } from '~/api/queries';
import type { FoundSymbol, SymbolPrice } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useCanFollow } from './useCanFollow';
import { useFoundPrices } from './useFoundPrices';
import type { TickerSearchResult } from './useTickerSearch';

/** A provider is asked over the internet: only for a text that stands. */
const PAUSE_MS = 800;

/** What can be followed, and what it costs, as far as that has come. */
export interface Listings {
  found: readonly FoundSymbol[];
  prices: ReadonlyMap<string, SymbolPrice>;
}

/**
 * What providers know of a text beside the tickers that are followed here: asked for after the local answer and a
 * pause. A provider that does not answer adds nothing. Nobody is asked by a sample market, or by one for reading only.
 */
export function useListings(input: string, { hits, settled }: TickerSearchResult): Listings {
  const text = input.trim();
  const [stood] = useDebouncedValue(text, PAUSE_MS);
  const canFollow = useCanFollow();
  const { data = [] } = useQuery({
    ...symbolsQuery(text),
    enabled: canFollow && settled && text !== '' && stood === text,
  });
  const here = new Set(hits.map(({ symbol }) => symbol));
  const found = settled ? data.filter(({ symbol, followed }) => !followed && !here.has(symbol)) : [];
  return { found, prices: useFoundPrices(text, found) };
}
