import { useEffect } from 'react';
import type { Board } from '~/api/types';
import { forceScheme } from '~/state/forcedScheme';

/** Applies a board's color scheme while mounted, without storing it for other pages. */
export function useBoardTheme(theme: Board['theme']): void {
  useEffect(() => {
    if (theme === 'system') return;
    forceScheme(theme);
    return () => forceScheme(undefined);
  }, [theme]);
}
