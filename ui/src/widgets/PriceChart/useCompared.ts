import { useUrlText } from '~/hooks/useUrlChoice';
import { parseSymbols } from '~/market/parseSymbols';

/** How many a chart shows beside its own ticker. */
export const MAX_COMPARED = 3;

/** Symbols of an address: 'NVDA,MSFT', each once, without the chart's own. */
export function parseCompared(text: string, own: string): string[] {
  const others = parseSymbols(text).filter((symbol) => symbol !== own.toUpperCase());
  return others.slice(0, MAX_COMPARED);
}

/** The tickers that a chart is compared with, kept in the address as `vs`. */
export function useCompared(own: string): [string[], (symbols: readonly string[]) => void] {
  const [text, setText] = useUrlText('vs');
  return [parseCompared(text, own), (symbols) => setText(symbols.join())];
}
