import { ChartRenderer, rendererOf } from '~/chart/renderer';

/** Draws a chart's canvas again with `scale` device pixels per px; returns the canvas itself if nothing has been drawn on it. */
export function sharpCopy(canvas: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const shown = rendererOf(canvas)?.shown;
  if (!shown) return canvas;
  const copy = document.createElement('canvas');
  const renderer = new ChartRenderer(
    copy,
    // Each step of the first drawing needs a layout of its own.
    () => ({ ...shown.boxes }),
    () => scale,
  );
  // Text uses the style of its canvas, which only a canvas in the page has.
  canvas.after(copy);
  while (!renderer.flush(shown.drawing));
  copy.remove();
  renderer.destroy();
  return copy;
}
