import { useStore } from '~/state/useStore';

/** Widths in em of semibold letters, a little more than the font's own. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[.,:;'|ilIjt !]/, 0.36],
  [/[frJ()\-/]/, 0.46],
  [/[MW%@mw]/, 0.98],
  [/[A-Z&+\u2212$=^<>]/, 0.76],
];
const USUAL_WIDTH = 0.66;

/** About how wide a text is, in em; rather too wide than too narrow. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL_WIDTH;
  return width;
}

/** The size that widths are measured at, in px: large, so that rounding tells nothing. */
const MEASURE_SIZE = 100;
/** A browser draws small type up to so much wider than it measures: each letter begins at a whole pixel. */
const MEASURE_MARGIN = 1.045;
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
  context.font = `600 ${MEASURE_SIZE}px "Inter Variable", sans-serif`;
  const width = (MEASURE_MARGIN * context.measureText(text.replace(DIGIT, '0')).width) / MEASURE_SIZE;
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
export const useFontsReady = (): boolean => useStore(subscribe, () => areFontsReady);
