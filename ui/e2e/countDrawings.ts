import type { Page } from './test.ts';

/** Counts how often charts are drawn; call before opening the page. Every drawing begins with an empty canvas. */
export async function countDrawings(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { drawings: number };
    counted.drawings = 0;
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      counted.drawings++;
      return clear.apply(this, box);
    };
  });
  return () => page.evaluate(() => (window as unknown as { drawings: number }).drawings);
}
