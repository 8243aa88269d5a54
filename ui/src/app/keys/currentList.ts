import { matchPath } from 'react-router-dom';
import { basePath } from '~/paths';
import { readSession, writeSession } from '~/state/browserStorage';

/** Tickers in the order of the list from which one was opened. */
export interface TickerList {
  /** 'Stocks'; '' if the list has no name. */
  name: string;
  symbols: readonly string[];
}

const KEY = 'marketdeck-list';
/** Maximum number of stored symbols. */
const MAX_SYMBOLS = 1000;
/** Elements that can be a list of tickers, from a row of a table to a whole panel. */
const LISTS = 'table, ul, ol, fieldset, aside, section, [role="list"], [role="group"], [role="grid"]';

/** Returns the symbol of a ticker page's URL path. */
export function symbolOfPath(pathname: string): string | undefined {
  const base = basePath();
  if (!pathname.startsWith(base)) return undefined;
  const symbol = matchPath('/ticker/:symbol', pathname.slice(base.length - 1))?.params.symbol;
  try {
    return symbol && decodeURIComponent(symbol);
  } catch {
    return undefined; // a broken escape sequence
  }
}

const symbolOf = (link: HTMLAnchorElement): string | undefined =>
  link.origin === location.origin ? symbolOfPath(link.pathname) : undefined;

function nameOf(list: Element): string {
  const named = list.closest('[aria-label]');
  // A table without its own name is named by its panel.
  const heading = list.closest('section')?.querySelector('h2, h3');
  const label = list.getAttribute('aria-label') ?? heading?.textContent ?? named?.getAttribute('aria-label');
  return label?.trim() ?? '';
}

/** Returns the list that a link to a ticker is part of: the innermost one with at least two tickers. */
export function listAround(link: HTMLAnchorElement): TickerList | undefined {
  if (!symbolOf(link)) return undefined;
  for (let list = link.closest(LISTS); list; list = list.parentElement?.closest(LISTS) ?? null) {
    const links = [...list.querySelectorAll<HTMLAnchorElement>('a[href]')];
    const symbols = [...new Set(links.map(symbolOf).filter((symbol) => symbol !== undefined))];
    if (symbols.length > 1) return { name: nameOf(list), symbols: symbols.slice(0, MAX_SYMBOLS) };
  }
  return undefined;
}

/** Stores the list that a clicked link is part of, for this tab. */
export function storeListOf(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const list = link && listAround(link);
  if (list) writeSession(KEY, JSON.stringify(list));
}

export function storedList(): TickerList | undefined {
  try {
    return JSON.parse(readSession(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

const indexIn = ({ symbols }: TickerList, symbol: string): number =>
  symbols.findIndex((each) => each.toUpperCase() === symbol.toUpperCase());

/** Returns the list to walk: the first that contains the ticker, or else the first one with tickers. */
export function listToWalk(
  lists: readonly (TickerList | undefined)[],
  symbol: string,
): TickerList | undefined {
  const filled = lists.filter((list) => list !== undefined && list.symbols.length > 0) as TickerList[];
  return filled.find((list) => indexIn(list, symbol) >= 0) ?? filled[0];
}

/** Returns the index of the ticker after or before `symbol`; the list continues at its other end. */
export function nextIndex(list: TickerList, symbol: string, step: 1 | -1): number {
  const { length } = list.symbols;
  const index = indexIn(list, symbol);
  if (index < 0) return step === 1 ? 0 : length - 1;
  return (index + step + length) % length;
}
