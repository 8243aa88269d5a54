import type { Page } from './test.ts';

/**
 * Texts that are partly cut off by a box with hidden overflow: 'a text in a selector'. Scrollable boxes, ellipses and
 * line clamps don't count.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Tolerance for the glyph box, which is taller than the visible glyph. */
    const SPARE = { across: 1, down: 4 };
    const range = document.createRange();
    const nameOf = (each: Element) => `${each.localName}.${each.className}`;

    function cutBy(text: DOMRect, from: Element): Element | undefined {
      for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        // Visible to screen readers only.
        if (style.clipPath !== 'none' || edge.width <= 1 || edge.height <= 1) return undefined;
        if (/auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) return undefined;
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return undefined;
        const across = text.right > edge.right + SPARE.across || text.left < edge.left - SPARE.across;
        const down = text.bottom > edge.bottom + SPARE.down || text.top < edge.top - SPARE.down;
        if ((across && style.overflowX !== 'visible') || (down && style.overflowY !== 'visible')) return box;
        if (style.position === 'fixed') return undefined;
      }
      return undefined;
    }

    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      const hidden = { opacityProperty: true, visibilityProperty: true };
      if (!textContent?.trim() || !parentElement?.checkVisibility(hidden)) continue;
      range.selectNodeContents(texts.currentNode);
      const rect = range.getBoundingClientRect();
      const box = rect.width > 0 && cutBy(rect, parentElement);
      if (box) found.push(`${textContent.trim()} in ${nameOf(box)}`);
    }
    return found;
  });
}
