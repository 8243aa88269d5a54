import { useState } from 'react';
import { useUrlText } from '~/hooks/useUrlChoice';
import { parseSymbols } from '~/market/parseSymbols';

/** Maximum number of compared symbols: more lines could not be told apart. */
export const MAX_COMPARED = 5;
const NO_SYMBOLS = 'none';

export interface ComparedSymbols {
  /** At most five: suggested symbols in their order, then added ones. */
  chosen: readonly string[];
  /** The suggested symbols and all added since the page was opened. */
  knownSymbols: readonly string[];
  choose: (symbols: readonly string[]) => void;
}

/**
 * The compared symbols, kept in the URL parameter `name` as a comma-separated list. Without the parameter, `preselected` symbols are
 * compared; 'none' stands for an empty selection.
 */
export function useCompared(
  name: string,
  suggested: readonly string[],
  preselected: readonly string[],
): ComparedSymbols {
  const [text, setText] = useUrlText(name);
  const [added, setAdded] = useState<readonly string[]>([]);
  const chosen = text === '' ? [...preselected] : parseSelection(text, suggested);
  const knownSymbols = [...new Set([...suggested, ...added, ...chosen])];
  const choose = (symbols: readonly string[]) => {
    const next = parseSelection(symbols.join(), suggested);
    setAdded([...new Set([...knownSymbols, ...next])].filter((symbol) => !suggested.includes(symbol)));
    setText(next.join() === preselected.join() ? '' : next.join() || NO_SYMBOLS);
  };
  return { chosen, knownSymbols, choose };
}

/** Parses a list of symbols, suggested ones first: 'nvda,AAPL' becomes AAPL, NVDA if AAPL is suggested. */
export function parseSelection(text: string, suggested: readonly string[]): string[] {
  const urlSymbols = parseSymbols(text).filter((symbol) => symbol !== NO_SYMBOLS.toUpperCase());
  const first = suggested.filter((symbol) => urlSymbols.includes(symbol));
  return [...new Set([...first, ...urlSymbols])].slice(0, MAX_COMPARED);
}
