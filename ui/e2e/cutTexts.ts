import type { Page } from './test.ts';

/**
 * Returns texts that a box with hidden overflow cuts off, as 'text in selector'. Scrollable boxes, ellipses and line
 * clamps don't count.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Tolerance in px, because the box of a glyph is larger than the visible glyph. */
    const TOLERANCE = { x: 1, y: 4 };
    const range = document.createRange();
    const selectorOf = (each: Element) => `${each.localName}.${each.className}`;

    function findCuttingBox(text: DOMRect, element: Element): Element | undefined {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const bounds = box.getBoundingClientRect();
        // The text is visible to screen readers only.
        if (style.clipPath !== 'none' || bounds.width <= 1 || bounds.height <= 1) return undefined;
        if (/auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) return undefined;
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return undefined;
        const isCutHorizontally =
          text.right > bounds.right + TOLERANCE.x || text.left < bounds.left - TOLERANCE.x;
        const isCutVertically =
          text.bottom > bounds.bottom + TOLERANCE.y || text.top < bounds.top - TOLERANCE.y;
        if (
          (isCutHorizontally && style.overflowX !== 'visible') ||
          (isCutVertically && style.overflowY !== 'visible')
        )
          return box;
        if (style.position === 'fixed') return undefined;
      }
      return undefined;
    }

    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      const checks = { opacityProperty: true, visibilityProperty: true };
      if (!textContent?.trim() || !parentElement?.checkVisibility(checks)) continue;
      range.selectNodeContents(walker.currentNode);
      const rect = range.getBoundingClientRect();
      const box = rect.width > 0 && findCuttingBox(rect, parentElement);
      if (box) cut.push(`${textContent.trim()} in ${selectorOf(box)}`);
    }
    return cut;
  });
}
