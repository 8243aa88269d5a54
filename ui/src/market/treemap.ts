/** A rectangle in a drawing, in the drawing's unit. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Squarified treemap (M. Bruls, K. Huizing, J. J. van Wijk, 'Squarified Treemaps', 2000): divides `box` into one
 * rectangle per size with proportional areas, as square as possible. Returns them in the order of `sizes`; a size that
 * is not positive gets an empty rectangle.
 */
export function treemap(sizes: readonly number[], box: Rect): Rect[] {
  const result: Rect[] = sizes.map(() => ({ x: box.x, y: box.y, width: 0, height: 0 }));
  const order = sizes
    .map((size, index) => ({ size, index }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size || a.index - b.index);
  const total = order.reduce((sum, { size }) => sum + size, 0);
  if (total <= 0 || box.width <= 0 || box.height <= 0) return result;
  const scale = (box.width * box.height) / total;
  const items = order.map(({ size, index }) => ({ area: size * scale, index }));
  let rest = box;
  let begin = 0;
  while (begin < items.length) {
    const end = rowEnd(items, begin, Math.min(rest.width, rest.height));
    rest = layRow(items.slice(begin, end), rest, result);
    begin = end;
  }
  return result;
}

interface Item {
  area: number;
  index: number;
}

/** Adds items to the row along the shorter side while the worst aspect ratio doesn't get worse. */
function rowEnd(items: readonly Item[], begin: number, side: number): number {
  let end = begin + 1;
  let sum = (items[begin] as Item).area;
  let worst = worstShape(sum, items[begin] as Item, items[begin] as Item, side);
  while (end < items.length) {
    const next = items[end] as Item;
    const shape = worstShape(sum + next.area, items[begin] as Item, next, side);
    if (shape > worst) break;
    worst = shape;
    sum += next.area;
    end++;
  }
  return end;
}

/** The worst aspect ratio in a row: that of its largest or its smallest item. */
function worstShape(sum: number, largest: Item, smallest: Item, side: number): number {
  const [square, across] = [sum * sum, side * side];
  return Math.max((across * largest.area) / square, square / (across * smallest.area));
}

/** Places a row at the start of `box` and returns the rest of the box. */
function layRow(row: readonly Item[], box: Rect, result: Rect[]): Rect {
  const sum = row.reduce((total, { area }) => total + area, 0);
  const down = box.width >= box.height;
  const depth = sum / (down ? box.height : box.width);
  let along = down ? box.y : box.x;
  for (const { area, index } of row) {
    const length = area / depth;
    result[index] = down
      ? { x: box.x, y: along, width: depth, height: length }
      : { x: along, y: box.y, width: length, height: depth };
    along += length;
  }
  return down
    ? { ...box, x: box.x + depth, width: Math.max(0, box.width - depth) }
    : { ...box, y: box.y + depth, height: Math.max(0, box.height - depth) };
}
