import { useState } from 'react';
import { call } from '~/api/call';
import type { SymbolMatches } from '~/api/types';
import { errorText } from '~/api/useAction';
import { splitTexts } from '~/market/splitSymbols';

type Match = SymbolMatches['matches'][number];

/** A text of the pasted list and the symbol it means. */
export interface SymbolRow {
  text: string;
  state: 'checking' | 'found' | 'choose' | 'unknown' | 'failed';
  /** The symbols to choose from. */
  matches: readonly Match[];
  /** The symbol to follow; empty if there is none. */
  symbol: string;
  /** The server's error sentence. */
  reason?: string;
}

const savedRow = (symbol: string): SymbolRow => ({ text: symbol, state: 'found', matches: [], symbol });

/** Looks up a text. */
async function lookUp(text: string): Promise<Partial<SymbolRow>> {
  try {
    const { isCertain, matches } = await call('post', '/api/setup/symbols', { payload: { text } });
    const [first] = matches;
    if (!first) return { state: 'unknown' };
    return isCertain
      ? { state: 'found', matches: [first], symbol: first.symbol }
      : { state: 'choose', matches };
  } catch (error) {
    return { state: 'failed', reason: errorText(error as Error) };
  }
}

/** The own symbols: the text that is being typed, and a row for each text. Texts are looked up one after another. */
export function useSymbolRows(symbols: readonly string[]) {
  const [typed, setTyped] = useState('');
  const [rows, setRows] = useState<readonly SymbolRow[]>(() => symbols.map(savedRow));
  const update = (text: string, change: Partial<SymbolRow>) =>
    setRows((current) => current.map((row) => (row.text === text ? { ...row, ...change } : row)));
  const check = async (texts: readonly string[]) => {
    for (const text of texts) update(text, await lookUp(text));
  };
  /** Adds the typed texts that are not in the list, and looks them up. */
  const addTyped = () => {
    const known = new Set(rows.map(({ text }) => text.toUpperCase()));
    const added = splitTexts(typed).filter((text) => !known.has(text.toUpperCase()));
    setTyped('');
    const newRows = added.map((text) => ({ text, state: 'checking', matches: [], symbol: '' }) as const);
    setRows((current) => [...current, ...newRows]);
    void check(added);
  };
  const retry = (text: string) => {
    update(text, { state: 'checking' });
    void check([text]);
  };
  const choose = (text: string, symbol: string) => update(text, { symbol });
  const remove = (text: string) => setRows((current) => current.filter((row) => row.text !== text));
  return {
    typed,
    setTyped,
    hasTyped: splitTexts(typed).length > 0,
    addTyped,
    rows,
    retry,
    choose,
    remove,
    isChecking: rows.some(({ state }) => state === 'checking'),
    /** The chosen symbols, each once. */
    symbols: [...new Set(rows.map(({ symbol }) => symbol).filter(Boolean))],
  };
}

export type OwnSymbols = ReturnType<typeof useSymbolRows>;
