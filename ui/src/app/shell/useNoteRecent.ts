import { useEffect } from 'react';
import { useMatch } from 'react-router-dom';
import { noteRecent } from '~/state/recent';

/** Remembers which tickers were opened: the command palette begins with them. */
export function useNoteRecent(): void {
  const symbol = useMatch('/ticker/:symbol')?.params.symbol;
  useEffect(() => {
    if (symbol) noteRecent(symbol);
  }, [symbol]);
}
