import type { ReactNode } from 'react';
import type { Ticker } from '~/api/types';
import { useQuotes } from '~/live/useQuotes';
import { breadth } from '~/market/breadth';

/** The numbers of advancing and declining tickers, live, as figures of a page's head, and the largest mover. */
export function useBreadthFigures<T extends Ticker>(rows: readonly T[]) {
  const { advancing, declining, biggest } = breadth(useQuotes(rows));
  const shown = (figure: ReactNode) => (rows.length > 0 ? figure : '—');
  const figures = [
    { label: 'Advancing', value: shown(<span className="up">{advancing}</span>) },
    { label: 'Declining', value: shown(<span className="down">{declining}</span>) },
  ];
  return { figures, biggest };
}
