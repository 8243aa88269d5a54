import { useQuery } from '@tanstack/react-query';
import { useLocation, useMatch } from 'react-router-dom';
import { tickerQuery } from '~/api/queries';
import { sectionOfPage, sectionOfType } from '~/pageList';

/** The header link that a page without one of its own belongs to: a ticker's page, a full list. */
export function useSection(): string | undefined {
  const { pathname } = useLocation();
  const symbol = useMatch('/ticker/:symbol')?.params.symbol ?? '';
  // Only looks at what the page itself asks for.
  const { data } = useQuery({ ...tickerQuery(symbol), enabled: false });
  return symbol ? data && sectionOfType(data.type).to : sectionOfPage(pathname);
}
