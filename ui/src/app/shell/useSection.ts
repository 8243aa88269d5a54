import { useLocation, useMatch } from 'react-router-dom';
import { tickerQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { sectionOfPage, sectionOfType } from '~/links';
import { paths } from '~/paths';

/** Of the heatmap's markets, by their names in the address. */
const MARKETS: Partial<Record<string, string>> = {
  stocks: paths.stockAnalysis,
  etfs: paths.etfScreener,
  crypto: paths.cryptoTracker,
  commodities: paths.commodities,
};

/** The header link that a page without one of its own belongs to: a ticker's page, a full list. */
export function useSection(): string | undefined {
  const { pathname, search } = useLocation();
  const symbol = useMatch('/ticker/:symbol')?.params.symbol ?? '';
  // Only looks at what the page itself asks for.
  const { data } = useQuery({ ...tickerQuery(symbol), enabled: false });
  // The heatmap is of one market at a time.
  const market = pathname === paths.heatmap ? new URLSearchParams(search).get('market') : null;
  if (market) return MARKETS[market];
  return symbol ? data && sectionOfType(data.type).to : sectionOfPage(pathname);
}
