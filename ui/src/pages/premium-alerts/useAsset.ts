import { tickerQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useTickerSearch } from '~/widgets/TickerSearch/useTickerSearch';

/** The tickers matching a text, and the one with exactly that symbol. */
export function useAsset(text: string) {
  const suggestions = useTickerSearch(text, 1);
  const query = text.trim().toUpperCase();
  const symbol = suggestions.hits.find((hit) => hit.symbol.toUpperCase() === query)?.symbol ?? '';
  const { data: known } = useQuery({ ...tickerQuery(symbol), enabled: symbol !== '' });
  return { suggestions, known };
}
