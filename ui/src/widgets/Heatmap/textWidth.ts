import { useStore } from '~/state/useStore';

/** Widths of semibold letters in em, slightly more than the font's. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[.,:;'|ilIjt !]/, 0.36],
  [/[frJ()\-/]/, 0.46],
  [/[MW%@mw]/, 0.98],
  [/[A-Z&+\u2212$=^<>]/, 0.76],
];
const USUAL_WIDTH = 0.66;

/** Estimates the width of a text in em, rather too wide than too narrow. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL_WIDTH;
  return width;
}

/** Font size for measuring, in px: large, so that rounding doesn't matter. */
const MEASURE_SIZE = 100;
/** Browsers draw small text up to this factor wider than measured, because letters start at whole pixels. */
const MEASURE_MARGIN = 1.045;
const DIGIT = /\d/g;

let context: CanvasRenderingContext2D | null | undefined;
const cachedWidths = new Map<string, number>();

/** The width of a semibold text in em. Digits are as wide as a zero. */
export function emWidth(text: string): number {
  const found = cachedWidths.get(text);
  if (found !== undefined) return found;
  // Estimates without a document to measure in.
  context ??= globalThis.document?.createElement('canvas').getContext('2d');
  if (!context) return widthOf(text);
  context.font = `600 ${MEASURE_SIZE}px "Inter Variable", sans-serif`;
  const width = (MEASURE_MARGIN * context.measureText(text.replace(DIGIT, '0')).width) / MEASURE_SIZE;
  cachedWidths.set(text, width);
  return width;
}

let areFontsReady = false;
const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  if (!areFontsReady && listeners.size === 0)
    void document.fonts.ready.then(() => {
      areFontsReady = true;
      cachedWidths.clear();
      for (const notify of listeners) notify();
    });
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns true if widths were measured in the final font, not in the fallback font. */
export const useFontsReady = (): boolean => useStore(subscribe, () => areFontsReady);
