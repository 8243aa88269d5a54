import type { Page } from './test.ts';

/**
 * Counts how often charts are drawn: each drawing first clears the canvas. Call before opening the page. Returns a
 * function that returns the number so far.
 */
export async function countDrawings(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counter = window as unknown as { drawings: number };
    counter.drawings = 0;
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...rect) {
      counter.drawings++;
      return clear.apply(this, rect);
    };
  });
  return () => page.evaluate(() => (window as unknown as { drawings: number }).drawings);
}
