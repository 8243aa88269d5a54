import { symbolPricesQuery } from '~/api/queries';
import type { FoundSymbol, SymbolPrice } from '~/api/types';
import { useQuery } from '~/api/useQuery';

/** The latest prices of listings found for a text, by symbol; empty while loading or if unavailable. */
export function useFoundPrices(
  text: string,
  found: readonly FoundSymbol[],
): ReadonlyMap<string, SymbolPrice> {
  const { data = [] } = useQuery({ ...symbolPricesQuery(text), enabled: found.length > 0 });
  return new Map(data.map((price) => [price.symbol, price]));
}
