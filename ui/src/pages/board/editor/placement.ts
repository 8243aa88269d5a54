import type { BoardTile, TileContent } from '~/api/types';
import { TILE_KINDS, type TileKind } from '../tileKinds';

/** Grid size in columns and rows. */
export const COLUMNS = 12;
export const ROWS = 8;

/** The position and size of a tile in columns and rows. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

const covers = (a: Place, b: Place) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const isInside = ({ x, y, width, height }: Place) =>
  x >= 0 && y >= 0 && x + width <= COLUMNS && y + height <= ROWS;

/** Returns true if a place is free, ignoring the tile at `index`, which moves there. */
export const isFree = (tiles: readonly BoardTile[], place: Place, index?: number): boolean =>
  isInside(place) && tiles.every((tile, at) => at === index || !covers(tile, place));

/** The first free place of this size, row by row; undefined if there is none. */
export function firstFree(tiles: readonly BoardTile[], width: number, height: number): Place | undefined {
  for (let y = 0; y + height <= ROWS; y++)
    for (let x = 0; x + width <= COLUMNS; x++) {
      const place = { x, y, width, height };
      if (isFree(tiles, place)) return place;
    }
  return undefined;
}

/** Adds a tile at the first free place: in its default size, or in the minimum size if only that fits. */
export function withNew(tiles: readonly BoardTile[], content: TileContent): BoardTile[] | undefined {
  const { size, least } = TILE_KINDS[content.kind];
  const place = firstFree(tiles, ...size) ?? firstFree(tiles, ...least);
  return place && [...tiles, { ...place, content }];
}

/** Moves the tile at `index`; undefined if the new place is occupied or too small. */
export function withPlace(
  tiles: readonly BoardTile[],
  index: number,
  change: Partial<Place>,
): BoardTile[] | undefined {
  const tile = tiles[index];
  if (!tile) return undefined;
  const next = { ...tile, ...change };
  const [width, height] = TILE_KINDS[tile.content.kind].least;
  if (next.width < width || next.height < height || !isFree(tiles, next, index)) return undefined;
  return tiles.map((each, at) => (at === index ? next : each));
}

/** The edges that a resize handle moves. */
export interface Edges {
  left?: boolean;
  right?: boolean;
  top?: boolean;
  bottom?: boolean;
}

/** Moves some edges of a place by columns and rows; without edges, moves the whole place. */
export function moved({ x, y, width, height }: Place, dx: number, dy: number, edges?: Edges): Place {
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

/** The place of a new tile centered on a point of the grid, clamped to the board. */
export function placeAround(kind: TileKind, column: number, row: number): Place {
  const [width, height] = TILE_KINDS[kind].size;
  const inside = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)));
  return {
    x: inside(column - width / 2, COLUMNS - width),
    y: inside(row - height / 2, ROWS - height),
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
