import { useSyncExternalStore } from 'react';
import { readText, subscribe, writeText } from './remembered';

const KEY = 'marketdeck.recent-tickers';
/** How many are kept. */
const MOST = 8;

/** The list with a symbol at its head, once. */
export const withRecent = (symbols: readonly string[], symbol: string): string[] =>
  [symbol, ...symbols.filter((each) => each.toUpperCase() !== symbol.toUpperCase())].slice(0, MOST);

const parse = (text: string | null): string[] => (text ? text.split('\n') : []);

/** Notes that the page of a ticker was opened in this browser. */
export const noteRecent = (symbol: string): void =>
  writeText(KEY, withRecent(parse(readText(KEY)), symbol).join('\n'));

/** The symbols whose pages were opened in this browser, the latest first. */
export const useRecent = (): string[] => parse(useSyncExternalStore(subscribe, () => readText(KEY)));
