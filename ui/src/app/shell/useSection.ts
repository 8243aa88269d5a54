import { useLocation, useMatch } from 'react-router-dom';
import { tickerQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { sectionOfPage, sectionOfType } from '~/links';
import { paths } from '~/paths';

/** Sections of the heatmap's markets, by their names in the URL. */
const MARKETS: Partial<Record<string, string>> = {
  stocks: paths.stockAnalysis,
  etfs: paths.etfScreener,
  crypto: paths.cryptoTracker,
  commodities: paths.commodities,
};

/** Returns the header link that a page belongs to, such as 'Stocks' for a stock's page. */
export function useSection(): string | undefined {
  const { pathname, search } = useLocation();
  const symbol = useMatch('/ticker/:symbol')?.params.symbol ?? '';
  // Reads the cached query of the ticker page without fetching.
  const { data } = useQuery({ ...tickerQuery(symbol), enabled: false });
  // The heatmap shows one market at a time.
  const market = pathname === paths.heatmap ? new URLSearchParams(search).get('market') : null;
  if (market) return MARKETS[market];
  return symbol ? data && sectionOfType(data.type).to : sectionOfPage(pathname);
}
