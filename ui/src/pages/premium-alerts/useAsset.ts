import { tickerQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useTickerSearch } from '~/widgets/TickerSearch/useTickerSearch';

/** The tickers that a text may mean, and the one whose symbol it is. */
export function useAsset(text: string) {
  const suggestions = useTickerSearch(text, 1);
  const wanted = text.trim().toUpperCase();
  const symbol = suggestions.hits.find((hit) => hit.symbol.toUpperCase() === wanted)?.symbol ?? '';
  const { data: known } = useQuery({ ...tickerQuery(symbol), enabled: symbol !== '' });
  return { suggestions, known };
}
