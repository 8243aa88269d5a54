import { symbolPricesQuery } from '~/api/queries';
import type { FoundSymbol, SymbolPrice } from '~/api/types';
import { useQuery } from '~/api/useQuery';

/**
 * The last prices of what providers found for a text, by symbol; empty while they are on their way, and where they cannot be
 * had: the listings stand without them.
 */
export function useFoundPrices(
  text: string,
  found: readonly FoundSymbol[],
): ReadonlyMap<string, SymbolPrice> {
  const { data = [] } = useQuery({ ...symbolPricesQuery(text), enabled: found.length > 0 });
  return new Map(data.map((price) => [price.symbol, price]));
}
