import { useEffect } from 'react';
import type { Board } from '~/api/types';

const SCHEME = 'data-mantine-color-scheme';

/** Shows the page in a board's own colours while it is there, without remembering them for other pages. */
export function useBoardTheme(theme: Board['theme']): void {
  useEffect(() => {
    if (theme === 'system') return;
    const root = document.documentElement;
    const before = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, theme);
    return () => {
      if (before) root.setAttribute(SCHEME, before);
    };
  }, [theme]);
}
