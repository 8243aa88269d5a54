import type { Page } from './test.ts';

interface Shift {
  value: number;
  /** The elements that moved, with their old and new positions. */
  movements: string;
  /**
   * True for a movement right after an input, and for an element that was removed, which did not move. If its replacement moved other
   * elements, they have another entry.
   */
  isExcused: boolean;
}

/** Records layout shifts; call before opening the page. Returns a function that returns them. */
export async function recordShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const describeRect = ({ x, y, width, height }: DOMRectReadOnly) =>
      `${[x, y, width, height].map(Math.round).join(' ')}`;
    interface Entry extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        const isRemoved = sources.length > 0 && sources.every(({ currentRect }) => currentRect.width === 0);
        const movements = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.tagName} ${node.className}` : node?.textContent;
          return `${name}: ${describeRect(previousRect)} to ${describeRect(currentRect)}`;
        });
        shifts.push({ value, movements: movements.join('; '), isExcused: hadRecentInput || isRemoved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}
