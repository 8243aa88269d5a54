import { useEffect } from 'react';
import type { Board } from '~/api/types';
import { forceScheme } from '~/state/forcedScheme';

/** Shows the page in a board's own colors while it is there, without remembering them for other pages. */
export function useBoardTheme(theme: Board['theme']): void {
  useEffect(() => {
    if (theme === 'system') return;
    forceScheme(theme);
    return () => forceScheme(undefined);
  }, [theme]);
}
