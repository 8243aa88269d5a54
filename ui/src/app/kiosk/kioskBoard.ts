import { matchPath } from 'react-router-dom';

/** The board that a screen on a wall shows at this address; undefined for a page of the usual kind. */
export function kioskBoard({ pathname, search }: { pathname: string; search: string }): string | undefined {
  const shown = matchPath('/board/:name', pathname);
  return shown && new URLSearchParams(search).has('kiosk') ? shown.params.name : undefined;
}
