/** A rectangle, in the unit of the treemap's box. */
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
  let start = 0;
  while (start < items.length) {
    const end = rowEnd(items, start, Math.min(rest.width, rest.height));
    rest = layRow(items.slice(start, end), rest, result);
    start = end;
  }
  return result;
}

interface Item {
  area: number;
  index: number;
}

/** Returns the end of a row: adds items along the shorter side while the worst aspect ratio doesn't get worse. */
function rowEnd(items: readonly Item[], start: number, side: number): number {
  let end = start + 1;
  let sum = (items[start] as Item).area;
  let worst = worstShape(sum, items[start] as Item, items[start] as Item, side);
  while (end < items.length) {
    const next = items[end] as Item;
    const shape = worstShape(sum + next.area, items[start] as Item, next, side);
    if (shape > worst) break;
    worst = shape;
    sum += next.area;
    end++;
  }
  return end;
}

/** Returns the worst aspect ratio in a row, which its largest or smallest item has. */
function worstShape(sum: number, largest: Item, smallest: Item, side: number): number {
  const [square, sideSquare] = [sum * sum, side * side];
  return Math.max((sideSquare * largest.area) / square, square / (sideSquare * smallest.area));
}

/** Places a row at the start of `box` and returns the rest of the box. */
function layRow(row: readonly Item[], box: Rect, result: Rect[]): Rect {
  const sum = row.reduce((total, { area }) => total + area, 0);
  const isColumn = box.width >= box.height;
  const depth = sum / (isColumn ? box.height : box.width);
  let offset = isColumn ? box.y : box.x;
  for (const { area, index } of row) {
    const length = area / depth;
    result[index] = isColumn
      ? { x: box.x, y: offset, width: depth, height: length }
      : { x: offset, y: box.y, width: length, height: depth };
    offset += length;
  }
  return isColumn
    ? { ...box, x: box.x + depth, width: Math.max(0, box.width - depth) }
    : { ...box, y: box.y + depth, height: Math.max(0, box.height - depth) };
}
