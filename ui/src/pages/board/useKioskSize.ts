import { useLayoutEffect } from 'react';
import { useStore } from '~/state/useStore';

export type KioskLayout = 'grid' | 'rows' | 'stack';

/** Screen sizes in rem: of the grid, and of the six-row layout. */
const GRID = { width: 120, height: 67.5 };
const SIX_ROWS = { width: 50, height: 30 };
/** A window lower than this has no room for tiles; a narrower one is a phone. In screen px. */
const LOW = 600;
const NARROW = 600;

/** The layout of a board in a window and the size of one rem in px; null keeps the browser's default. */
export function kioskSize(width: number, height: number): { layout: KioskLayout; rem: number | null } {
  if (width < NARROW) return { layout: 'stack', rem: null };
  const low = height < LOW;
  const screen = low ? SIX_ROWS : GRID;
  return {
    layout: low ? 'rows' : 'grid',
    rem: Math.min(width / screen.width, height / screen.height),
  };
}

/** Scales the font size to the window, so that one style sheet serves every screen. */
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
