import { readText, useStoredList, writeText } from './browserStorage';

const KEY = 'recent-tickers';
const MAX_RECENT = 8;

/** Returns the list with a symbol moved to its head. */
export const prependRecent = (symbols: readonly string[], symbol: string): string[] =>
  [symbol, ...symbols.filter((each) => each.toUpperCase() !== symbol.toUpperCase())].slice(0, MAX_RECENT);

/** Records that a ticker's page was opened in this browser. */
export function recordRecent(symbol: string): void {
  const name = `marketdeck.${KEY}`;
  const known = readText(name)?.split('\n').filter(Boolean) ?? [];
  writeText(name, prependRecent(known, symbol).join('\n'));
}

/** Returns the symbols whose pages were opened in this browser, most recent first. */
export const useRecent = (): readonly string[] => useStoredList(KEY)[0];
