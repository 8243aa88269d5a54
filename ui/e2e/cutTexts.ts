import type { Page } from './test.ts';

/**
 * Texts of which a part cannot be seen, for it lies outside of a box that hides what does not fit: 'a text in a selector'.
 * A box that can be scrolled hides nothing; an ellipsis and a clamp say themselves that there is more.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Of a glyph's box, which is taller than what is drawn. */
    const SPARE = { across: 1, down: 4 };
    const range = document.createRange();
    const nameOf = (each: Element) => `${each.localName}.${each.className}`;

    function cutBy(text: DOMRect, from: Element): Element | undefined {
      for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        // For screen readers alone.
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
