import { useEffect } from 'react';
import { useMatch } from 'react-router-dom';
import { tickerQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { recordRecent } from '~/state/recent';

/** Records opened tickers that exist, for the command palette. */
export function useRecordRecent(): void {
  const symbol = useMatch('/ticker/:symbol')?.params.symbol;
  const { isSuccess, data } = useQuery({ ...tickerQuery(symbol ?? ''), enabled: false });
  const isLoaded = isSuccess && data !== null;
  useEffect(() => {
    if (symbol && isLoaded) recordRecent(symbol);
  }, [symbol, isLoaded]);
}
