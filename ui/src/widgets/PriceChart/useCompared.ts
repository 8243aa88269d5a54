import { useUrlText } from '~/hooks/useUrlChoice';
import { parseSymbols } from '~/market/parseSymbols';

/** Maximum number of tickers compared with the chart's own. */
export const MAX_COMPARED = 3;

/** Parses the symbols in a URL, 'NVDA,MSFT': without duplicates and without the chart's own. */
export function parseCompared(text: string, own: string): string[] {
  const others = parseSymbols(text).filter((symbol) => symbol !== own.toUpperCase());
  return others.slice(0, MAX_COMPARED);
}

/** The tickers that a chart is compared with, kept in the URL as `vs`. */
export function useCompared(own: string): [string[], (symbols: readonly string[]) => void] {
  const [text, setText] = useUrlText('vs');
  return [parseCompared(text, own), (symbols) => setText(symbols.join())];
}
