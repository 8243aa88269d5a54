import { useLayoutEffect } from 'react';
import { useStore } from '~/state/useStore';

export type KioskLayout = 'grid' | 'rows' | 'stack';

/** Screen sizes in rem: of the grid, and of the six-row layout. */
const GRID = { width: 120, height: 67.5 };
const SIX_ROWS = { width: 50, height: 30 };
/** A lower window shows rows instead of tiles; a narrower one is a phone. In CSS pixels. */
const MIN_GRID_HEIGHT = 600;
const MIN_GRID_WIDTH = 600;

/** The layout of a board in a window and the size of one rem in px; null keeps the browser's default. */
export function kioskSize(width: number, height: number): { layout: KioskLayout; rem: number | null } {
  if (width < MIN_GRID_WIDTH) return { layout: 'stack', rem: null };
  const isLow = height < MIN_GRID_HEIGHT;
  const screen = isLow ? SIX_ROWS : GRID;
  return {
    layout: isLow ? 'rows' : 'grid',
    rem: Math.min(width / screen.width, height / screen.height),
  };
}

/** Scales the font size to the window, so that one style sheet serves every screen. */
export function useKioskSize(): KioskLayout {
  const windowSize = useStore(watch, () => `${window.innerWidth} ${window.innerHeight}`);
  const [width = 0, height = 0] = windowSize.split(' ').map(Number);
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
