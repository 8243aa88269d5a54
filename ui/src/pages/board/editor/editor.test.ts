import { describe, expect, test } from 'vitest';
import { freeName } from '~/api/freeName';
import type { BoardTile } from '~/api/types';
import { recordChange, redoChange, startHistory, undoChange } from './history';
import { addTile, firstFreeRect, gridPoint, isRectFree, moveRect, moveTile, rectAround } from './placement';
import { tileSentence } from './tileSentence';

const news = (x: number, y: number, width = 4, height = 1): BoardTile => ({
  x,
  y,
  width,
  height,
  content: { kind: 'news' },
});

describe('a tile', () => {
  const tiles = [news(0, 0), news(4, 0)];

  test('moves to free positions only, not onto another tile or past the edge', () => {
    expect(moveTile(tiles, 0, { y: 1 })?.[0]).toMatchObject({ x: 0, y: 1 });
    expect(moveTile(tiles, 0, { x: 1 })).toBeUndefined();
    expect(moveTile(tiles, 1, { x: 9 })).toBeUndefined();
    expect(moveTile(tiles, 0, { y: -1 })).toBeUndefined();
    expect(moveTile(tiles, 7, { x: 0 })).toBeUndefined();
  });

  test('is never smaller than its content needs', () => {
    expect(moveTile(tiles, 1, { width: 8 })?.[1]?.width).toBe(8);
    expect(moveTile(tiles, 1, { width: 3 })).toBeUndefined();
  });

  test('is added at the first free position, smaller if necessary, and not if the board is full', () => {
    expect(firstFreeRect(tiles, [4, 1], [4, 1])).toEqual({ x: 8, y: 0, width: 4, height: 1 });
    expect(addTile(tiles, { kind: 'calendar' })?.at(-1)).toMatchObject({ x: 8, y: 0, width: 4, height: 2 });
    const crowded = [news(0, 0, 8, 8)];
    expect(addTile(crowded, { kind: 'news' })?.at(-1)).toMatchObject({ x: 8, y: 0, width: 4, height: 1 });
    expect(addTile([news(0, 0, 12, 8)], { kind: 'news' })).toBeUndefined();
  });

  test('fills a gap that is narrower than its usual size, or only slightly wider', () => {
    expect(firstFreeRect([news(0, 0, 8, 3)], [5, 3], [3, 2])).toEqual({ x: 8, y: 0, width: 4, height: 3 });
    expect(firstFreeRect([news(0, 0, 6, 3)], [4, 3], [3, 2])).toEqual({ x: 6, y: 0, width: 6, height: 3 });
    expect(firstFreeRect([news(0, 0, 5, 3)], [4, 3], [3, 2])).toEqual({ x: 5, y: 0, width: 4, height: 3 });
  });

  test('leaves no gap in the top row when six tiles are added one after another', () => {
    const kinds = ['movers', 'fearGreed', 'sessions', 'alerts', 'movers', 'fearGreed'] as const;
    let placed: BoardTile[] = [];
    for (const kind of kinds) {
      const content = (
        kind === 'movers' || kind === 'fearGreed' ? { kind, market: 'stock' } : { kind }
      ) as BoardTile['content'];
      placed = addTile(placed, content) ?? placed;
    }
    const top = placed.filter(({ y }) => y === 0);
    expect(top.reduce((sum, { width }) => sum + width, 0)).toBe(12);
  });

  test('is resized by its dragged edges, and its other edges stay', () => {
    const rect = { x: 4, y: 2, width: 4, height: 3 };
    expect(moveRect(rect, 1, -1)).toEqual({ ...rect, x: 5, y: 1 });
    expect(moveRect(rect, 1, -1, { top: true, left: true })).toEqual({ x: 5, y: 1, width: 3, height: 4 });
    expect(moveRect(rect, 2, 9, { right: true })).toEqual({ ...rect, width: 6 });
  });

  test('dragged over the board is centered on the pointer, inside the grid', () => {
    expect(rectAround('movers', 6, 4)).toEqual({ x: 5, y: 3, width: 3, height: 2 });
    expect(rectAround('movers', 12, 8)).toEqual({ x: 9, y: 6, width: 3, height: 2 });
    expect(isRectFree(tiles, rectAround('movers', 0, 0))).toBe(false);
  });

  test('is described in words', () => {
    expect(tileSentence(news(4, 7, 8, 1))).toBe('News ticker, 8 × 1 at column 5, row 8');
  });
});

test('a point on the screen maps to a grid position at every scale', () => {
  for (const width of [600, 1920]) {
    const box = { left: 10, top: 20, width, height: (width * 9) / 16 } as DOMRect;
    const corner = gridPoint(box, 10 + (1.5 * width) / 120, 20 + (1.625 * width) / 120);
    expect(Math.round(corner.column)).toBe(0);
    expect(Math.round(corner.row)).toBe(0);
    const end = gridPoint(box, 10 + (118.5 * width) / 120, 20 + (65.875 * width) / 120);
    expect(Math.round(end.column)).toBe(12);
    expect(Math.round(end.row)).toBe(8);
  }
});

test('an undone change can be redone until another change', () => {
  let history = recordChange(recordChange(startHistory(1), 2), 3);
  history = undoChange(undoChange(undoChange(history)));
  expect(history.present).toBe(1);
  history = redoChange(history);
  expect(history.present).toBe(2);
  history = recordChange(history, 9);
  expect(redoChange(history).present).toBe(9);
  expect(undoChange(history).present).toBe(2);
  for (let step = 0; step < 500; step++) history = recordChange(history, step);
  expect(history.past.length).toBeLessThanOrEqual(100);
});

test('a new board gets a valid, unused name', () => {
  const boards = [{ name: 'wall' }, { name: 'wall-2' }];
  expect(freeName(boards, 'Wall', 'board')).toBe('wall-3');
  expect(freeName(boards, 'Größe & Co.', 'board')).toBe('gro-e-co');
  expect(freeName([], '自選', 'board')).toBe('board');
});
