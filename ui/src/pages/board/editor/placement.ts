import type { BoardTile, TileContent } from '~/api/types';
import { TILE_KINDS, type TileKind } from '../tileKinds';

/** Grid size in columns and rows. */
export const COLUMNS = 12;
export const ROWS = 8;

/** The position and size of a tile in columns and rows. */
export interface GridRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const overlaps = (a: GridRect, b: GridRect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const isInside = ({ x, y, width, height }: GridRect) =>
  x >= 0 && y >= 0 && x + width <= COLUMNS && y + height <= ROWS;

/** Returns true if no tile overlaps the rectangle; the tile at `index`, which moves there, is ignored. */
export const isRectFree = (tiles: readonly BoardTile[], rect: GridRect, index?: number): boolean =>
  isInside(rect) && tiles.every((tile, i) => i === index || !overlaps(tile, rect));

type Size = readonly [width: number, height: number];

/** A narrower gap stays empty, because no tile fits. */
const MIN_GAP = 3;

/**
 * Searches row by row for the first gap in which a tile of the minimum size fits. The tile gets its usual size, a smaller one if the gap
 * is smaller, and a larger one if the rest of the gap would be too narrow for another tile.
 */
export function firstFreeRect(
  tiles: readonly BoardTile[],
  [width, height]: Size,
  [minWidth, minHeight]: Size,
): GridRect | undefined {
  const fits = (rect: GridRect) => isRectFree(tiles, rect);
  for (let y = 0; y + minHeight <= ROWS; y++)
    for (let x = 0; x + minWidth <= COLUMNS; x++) {
      const rect = { x, y, width: minWidth, height: minHeight };
      if (!fits(rect)) continue;
      const grow = (side: 'width' | 'height', maxSize: number) => {
        while (rect[side] < maxSize && fits({ ...rect, [side]: rect[side] + 1 })) rect[side] += 1;
      };
      grow('height', height);
      grow('width', width);
      const usualWidth = rect.width;
      grow('width', usualWidth + MIN_GAP);
      if (rect.width === usualWidth + MIN_GAP) rect.width = usualWidth;
      return rect;
    }
  return undefined;
}

/** Adds a tile at the first free position. */
export function addTile(tiles: readonly BoardTile[], content: TileContent): BoardTile[] | undefined {
  const { size, minSize } = TILE_KINDS[content.kind];
  const rect = firstFreeRect(tiles, size, minSize);
  return rect && [...tiles, { ...rect, content }];
}

/** Moves or resizes the tile at `index`; undefined if the new rectangle is occupied or too small. */
export function moveTile(
  tiles: readonly BoardTile[],
  index: number,
  change: Partial<GridRect>,
): BoardTile[] | undefined {
  const tile = tiles[index];
  if (!tile) return undefined;
  const next = { ...tile, ...change };
  const [width, height] = TILE_KINDS[tile.content.kind].minSize;
  if (next.width < width || next.height < height || !isRectFree(tiles, next, index)) return undefined;
  return tiles.map((each, i) => (i === index ? next : each));
}

/** The edges that a resize handle moves. */
export interface Edges {
  left?: boolean;
  right?: boolean;
  top?: boolean;
  bottom?: boolean;
}

/** Moves some edges of a rectangle by columns and rows; without edges, moves the whole rectangle. */
export function moveRect({ x, y, width, height }: GridRect, dx: number, dy: number, edges?: Edges): GridRect {
  if (!edges) return { x: x + dx, y: y + dy, width, height };
  const left = edges.left ? dx : 0;
  const top = edges.top ? dy : 0;
  return {
    x: x + left,
    y: y + top,
    width: width - left + (edges.right ? dx : 0),
    height: height - top + (edges.bottom ? dy : 0),
  };
}

/** The rectangle of a new tile centered on a point of the grid, clamped to the board. */
export function rectAround(kind: TileKind, column: number, row: number): GridRect {
  const [width, height] = TILE_KINDS[kind].size;
  const clamp = (value: number, max: number) => Math.max(0, Math.min(max, Math.round(value)));
  return {
    x: clamp(column - width / 2, COLUMNS - width),
    y: clamp(row - height / 2, ROWS - height),
    width,
    height,
  };
}

/** Padding and gap of the grid on a screen of 120 × 67.5 rem. */
const PADDING = { x: 1.5, y: 1.625 };
const GAP = 0.75;
const SCREEN = { width: 120, height: 67.5 };

/** Converts a screen position to fractional grid columns and rows. */
export function gridPoint(box: DOMRect, clientX: number, clientY: number): { column: number; row: number } {
  const x = ((clientX - box.left) / box.width) * SCREEN.width - PADDING.x + GAP / 2;
  const y = ((clientY - box.top) / box.height) * SCREEN.height - PADDING.y + GAP / 2;
  return {
    column: (x / (SCREEN.width - 2 * PADDING.x + GAP)) * COLUMNS,
    row: (y / (SCREEN.height - 2 * PADDING.y + GAP)) * ROWS,
  };
}
