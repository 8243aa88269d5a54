import { matchPath } from 'react-router-dom';

/** Returns the name of the board shown at a kiosk address; undefined for other pages. */
export function kioskBoard({ pathname, search }: { pathname: string; search: string }): string | undefined {
  const match = matchPath('/board/:name', pathname);
  return match && new URLSearchParams(search).has('kiosk') ? match.params.name : undefined;
}
