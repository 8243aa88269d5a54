import { useLayoutEffect } from 'react';
import { useStore } from '~/state/useStore';

export type KioskLayout = 'grid' | 'rows' | 'stack';

/** Screens in rem: the grid's, and that of six rows. */
const GRID = { width: 120, height: 67.5 };
const SIX_ROWS = { width: 50, height: 30 };
/** A window that is lower than this has no room for tiles, and one that is narrower is a phone's; px of the screen. */
const LOW = 600;
const NARROW = 600;

/** How a board is laid out in a window, and how many px one rem then is; null leaves the browser's own. */
export function kioskSize(width: number, height: number): { layout: KioskLayout; rem: number | null } {
  if (width < NARROW) return { layout: 'stack', rem: null };
  const low = height < LOW;
  const screen = low ? SIX_ROWS : GRID;
  return {
    layout: low ? 'rows' : 'grid',
    rem: Math.min(width / screen.width, height / screen.height),
  };
}

/** Lays the page out for the window: type grows with it, so that one style serves every screen. */
export function useKioskSize(): KioskLayout {
  const window_ = useStore(watch, () => `${window.innerWidth} ${window.innerHeight}`);
  const [width = 0, height = 0] = window_.split(' ').map(Number);
  const { layout, rem } = kioskSize(width, height);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = rem === null ? '' : `${rem}px`;
    return () => {
      style.fontSize = '';
    };
  }, [rem]);
  return layout;
}

function watch(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
