import type { Page } from './test.ts';

/** Before the page is opened: counts how often its charts were drawn. Every drawing begins with an empty canvas. */
export async function countDrawings(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { clears: number };
    counted.clears = 0;
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      counted.clears++;
      return clear.apply(this, box);
    };
  });
  return () => page.evaluate(() => (window as unknown as { clears: number }).clears);
}
