import { readText, useRememberedList, writeText } from './remembered';

const KEY = 'recent-tickers';
/** How many are kept. */
const MOST = 8;

/** The list with a symbol at its head, once. */
export const withRecent = (symbols: readonly string[], symbol: string): string[] =>
  [symbol, ...symbols.filter((each) => each.toUpperCase() !== symbol.toUpperCase())].slice(0, MOST);

/** Notes that the page of a ticker was opened in this browser. */
export function noteRecent(symbol: string): void {
  const name = `marketdeck.${KEY}`;
  const known = readText(name)?.split('\n').filter(Boolean) ?? [];
  writeText(name, withRecent(known, symbol).join('\n'));
}

/** The symbols whose pages were opened in this browser, the latest first. */
export const useRecent = (): readonly string[] => useRememberedList(KEY)[0];
