import { useSyncExternalStore } from 'react';
import { widthOf } from '~/widgets/Heatmap/tileText';

/** The size that widths are measured at, in px: large, so that rounding tells nothing. */
const AT = 100;
/** A browser draws a little wider than it measures: hinting, and figures of one width. */
const SPARE = 1.02;
const DIGIT = /\d/g;

let context: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();

/** How wide a semibold text is, in em. Figures are as wide as a zero. */
export function emWidth(text: string): number {
  const found = known.get(text);
  if (found !== undefined) return found;
  // Without a page to measure on, about as wide.
  context ??= globalThis.document?.createElement('canvas').getContext('2d');
  if (!context) return widthOf(text);
  context.font = `600 ${AT}px "Inter Variable", sans-serif`;
  const width = (SPARE * context.measureText(text.replace(DIGIT, '0')).width) / AT;
  known.set(text, width);
  return width;
}

let areFontsReady = false;
const waiting = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  if (!areFontsReady && waiting.size === 0)
    void document.fonts.ready.then(() => {
      areFontsReady = true;
      known.clear();
      for (const each of waiting) each();
    });
  waiting.add(listener);
  return () => waiting.delete(listener);
}

/** Whether widths are those of the font that is drawn, not of the one that stood in for it. */
export const useFontsReady = (): boolean => useSyncExternalStore(subscribe, () => areFontsReady);
