import { useQuery } from '@tanstack/react-query';
import { useLocation, useMatch } from 'react-router-dom';
import { tickerQuery } from '~/api/queries';
import type { TickerType } from '~/api/types';
import { paths } from '~/paths';

/** The link under which a ticker's page is found; an index opens the stock market. */
const OF_TYPE: Record<TickerType, string> = {
  index: paths.stockAnalysis,
  stock: paths.stockAnalysis,
  etf: paths.etfScreener,
  crypto: paths.cryptoTracker,
  commodity: paths.commodities,
  ico: paths.icoCalendar,
};
const OF_PAGE: Record<string, string> = {
  [paths.etfs]: paths.etfScreener,
  [paths.crypto]: paths.cryptoTracker,
  [paths.icos]: paths.icoCalendar,
};

/** The header link that a page without one of its own belongs to: a ticker's page, a full list. */
export function useSection(): string | undefined {
  const { pathname } = useLocation();
  const symbol = useMatch('/ticker/:symbol')?.params.symbol ?? '';
  // Only looks at what the page itself asks for.
  const { data } = useQuery({ ...tickerQuery(symbol), enabled: false });
  return symbol ? data && OF_TYPE[data.type] : OF_PAGE[pathname];
}
