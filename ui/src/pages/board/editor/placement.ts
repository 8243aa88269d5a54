import type { BoardTile, TileContent } from '~/api/types';
import { TILE_KINDS, type TileKind } from '../tileKinds';

/** Columns and rows of the grid that tiles stand on. */
export const COLUMNS = 12;
export const ROWS = 8;

/** Where a tile stands on the grid, in columns and rows. */
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

/** Whether a place is free, but for the tile at `index`, which is to stand there. */
export const isFree = (tiles: readonly BoardTile[], place: Place, index?: number): boolean =>
  isInside(place) && tiles.every((tile, at) => at === index || !covers(tile, place));

/** The first place of this size that is free, row by row; undefined where there is none. */
export function firstFree(tiles: readonly BoardTile[], width: number, height: number): Place | undefined {
  for (let y = 0; y + height <= ROWS; y++)
    for (let x = 0; x + width <= COLUMNS; x++) {
      const place = { x, y, width, height };
      if (isFree(tiles, place)) return place;
    }
  return undefined;
}

/** The tiles with another one in the first free place: as large as such tiles are, or the least that there is room for. */
export function withNew(tiles: readonly BoardTile[], content: TileContent): BoardTile[] | undefined {
  const { size, least } = TILE_KINDS[content.kind];
  const place = firstFree(tiles, ...size) ?? firstFree(tiles, ...least);
  return place && [...tiles, { ...place, content }];
}

/** The tiles with the one at `index` in another place; undefined where that is not free, or too small. */
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

/** The edges that a handle moves. */
export interface Edges {
  left?: boolean;
  right?: boolean;
  top?: boolean;
  bottom?: boolean;
}

/** A place whose edges were moved by so many columns and rows; without edges, all of it moves. */
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

/** The place of a new tile whose middle is held over a point of the grid, kept inside. */
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

/** A point on the screen as columns and rows of the grid, and parts of them. */
export function gridPoint(box: DOMRect, clientX: number, clientY: number): { column: number; row: number } {
  const x = ((clientX - box.left) / box.width) * SCREEN.width - PADDING.x + GAP / 2;
  const y = ((clientY - box.top) / box.height) * SCREEN.height - PADDING.y + GAP / 2;
  return {
    column: (x / (SCREEN.width - 2 * PADDING.x + GAP)) * COLUMNS,
    row: (y / (SCREEN.height - 2 * PADDING.y + GAP)) * ROWS,
  };
}
