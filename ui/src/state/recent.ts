import { readText, useStoredList, writeText } from './browserStorage';

const KEY = 'recent-tickers';
const MAX_RECENT = 8;

/** Returns the list with a symbol moved to its beginning. */
export const prependRecent = (symbols: readonly string[], symbol: string): string[] =>
  [symbol, ...symbols.filter((each) => each.toUpperCase() !== symbol.toUpperCase())].slice(0, MAX_RECENT);

/** Records in this browser that a ticker's page was opened. */
export function recordRecent(symbol: string): void {
  const key = `marketdeck.${KEY}`;
  const recent = readText(key)?.split('\n').filter(Boolean) ?? [];
  writeText(key, prependRecent(recent, symbol).join('\n'));
}

/** Returns the symbols of ticker pages opened in this browser, most recent first. */
export const useRecent = (): readonly string[] => useStoredList(KEY)[0];
