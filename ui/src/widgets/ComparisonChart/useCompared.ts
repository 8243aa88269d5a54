import { useState } from 'react';
import { useUrlText } from '~/hooks/useUrlChoice';
import { parseSymbols } from '~/market/parseSymbols';

/** Maximum number of lines that can be told apart. */
export const MAX_COMPARED = 5;
const NO_SYMBOLS = 'none';

export interface ComparedSymbols {
  /** At most five: suggested symbols in their order, then added ones. */
  chosen: readonly string[];
  /** The suggested symbols and all added since the page was opened. */
  knownSymbols: readonly string[];
  choose: (symbols: readonly string[]) => void;
}

/** The compared symbols, kept in the URL as `name`: comma-separated, 'none', or missing for `preselected`. */
export function useCompared(
  name: string,
  choices: readonly string[],
  preselected: readonly string[],
): ComparedSymbols {
  const [text, setText] = useUrlText(name);
  const [added, setAdded] = useState<readonly string[]>([]);
  const chosen = text === '' ? [...preselected] : chosenOf(text, choices);
  const knownSymbols = [...new Set([...choices, ...added, ...chosen])];
  const choose = (symbols: readonly string[]) => {
    const next = chosenOf(symbols.join(), choices);
    setAdded([...new Set([...knownSymbols, ...next])].filter((symbol) => !choices.includes(symbol)));
    setText(next.join() === preselected.join() ? '' : next.join() || NO_SYMBOLS);
  };
  return { chosen, knownSymbols, choose };
}

/** 'nvda,AAPL' with AAPL among the suggestions gives AAPL, NVDA. */
export function chosenOf(text: string, choices: readonly string[]): string[] {
  const urlSymbols = parseSymbols(text).filter((symbol) => symbol !== NO_SYMBOLS.toUpperCase());
  const first = choices.filter((symbol) => urlSymbols.includes(symbol));
  return [...new Set([...first, ...urlSymbols])].slice(0, MAX_COMPARED);
}
