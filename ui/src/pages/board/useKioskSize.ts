import { useLayoutEffect } from 'react';
import { useStore } from '~/state/useStore';

export type KioskLayout = 'grid' | 'rows' | 'stack';

/** The size in rem that each layout is designed for; the window is scaled to it. */
const GRID = { width: 120, height: 67.5 };
const SIX_ROWS = { width: 50, height: 30 };
/** A shorter window shows rows instead of tiles; a narrower one is a phone. In CSS pixels. */
const MIN_GRID_HEIGHT = 600;
const MIN_GRID_WIDTH = 600;

/** The layout of a board in a window and the size of one rem in px; null keeps the browser's default. */
export function kioskSize(width: number, height: number): { layout: KioskLayout; rem: number | null } {
  if (width < MIN_GRID_WIDTH) return { layout: 'stack', rem: null };
  const isShort = height < MIN_GRID_HEIGHT;
  const screen = isShort ? SIX_ROWS : GRID;
  return {
    layout: isShort ? 'rows' : 'grid',
    rem: Math.min(width / screen.width, height / screen.height),
  };
}

/**
 * Returns the layout for the window. Scales the page's font size to the window, so that one style sheet serves every screen. Below the
 * banner of a demo, a board is that much lower.
 */
export function useKioskLayout(): KioskLayout {
  const windowSize = useStore(
    subscribeToResize,
    () => `${window.innerWidth} ${window.innerHeight} ${bannerHeight()}`,
  );
  const [width = 0, height = 0, banner = 0] = windowSize.split(' ').map(Number);
  const { layout, rem } = kioskSize(width, height - banner);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = rem === null ? '' : `${rem}px`;
    style.setProperty('--banner-height', `${banner}px`);
    return () => {
      style.fontSize = '';
      style.removeProperty('--banner-height');
    };
  }, [rem, banner]);
  return layout;
}

/** The height of the banner that a demo's server puts at the top of its pages; 0 without one. */
const bannerHeight = () => document.querySelector<HTMLElement>('body > .demo')?.offsetHeight ?? 0;

function subscribeToResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
