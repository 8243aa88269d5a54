import { ChartRenderer, rendererOf } from '~/chart/renderer';

/** Paints a copy of a chart's canvas with `scale` device pixels per px; returns the canvas itself if it has not been painted yet. */
export function sharpCopy(canvas: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const shown = rendererOf(canvas)?.shown;
  if (!shown) return canvas;
  const copy = document.createElement('canvas');
  const renderer = new ChartRenderer(
    copy,
    // Each step of the first paint needs a layout of its own.
    () => ({ ...shown.boxes }),
    () => scale,
  );
  // Text uses the style of its canvas, which only a canvas in the page has.
  canvas.after(copy);
  while (!renderer.flush(shown.content));
  copy.remove();
  renderer.destroy();
  return copy;
}
