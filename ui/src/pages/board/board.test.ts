import { describe, expect, test } from 'vitest';
import type { HistoryPoint, SessionLine } from '~/api/types';
import { shortName } from '~/market/shortName';
import { historyPriceLine, scaleOf, sessionPriceLine } from './priceLine';
import { nextBoard, shownBoard } from './rotation';
import { rowName, rowPrice } from './rowFigures';
import { symbolsOf } from './tileKinds';
import { kioskSize } from './useKioskSize';
import { visibleRowCount } from './visibleRowCount';

const SESSION = {
  sessionStart: '2026-11-20T14:30:00Z',
  sessionEnd: '2026-11-20T21:00:00Z',
  previousClose: 100,
  points: [
    { timestamp: '2026-11-20T14:30:00Z', price: 101 },
    { timestamp: '2026-11-20T17:45:00Z', price: 103 },
  ],
} as SessionLine;

describe('a line', () => {
  test('of a day stops at the live price, and the rest of the session stays empty', () => {
    const { points, base, marks } = sessionPriceLine(SESSION, {
      price: 104,
      updatedAt: '2026-11-20T19:22:30Z',
    });
    expect(points.map(({ x }) => x)).toEqual([0, 0.5, 0.75]);
    expect(points.at(-1)?.price).toBe(104);
    expect(base).toBe(100);
    expect(marks[0]?.x).toBe(0);
    expect(marks.at(-1)?.x).toBe(1);
    const gaps = marks.slice(1).map(({ x }, index) => x - (marks[index]?.x ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(0.1);
  });

  test('ignores prices after the session and those older than its last point', () => {
    for (const updatedAt of ['2026-11-20T22:00:00Z', '2026-11-20T15:00:00Z', null])
      expect(sessionPriceLine(SESSION, { price: 104, updatedAt }).points).toHaveLength(2);
  });

  test('of a month is relative to its first price', () => {
    const history = [10, 12, 11].map((price, day) => ({ price, timestamp: `2026-11-0${day + 1}` }));
    const line = historyPriceLine(history as HistoryPoint[], { price: 13, updatedAt: null });
    expect(line.base).toBe(10);
    expect(line.points.at(-1)).toEqual({ x: 1, price: 13 });
  });

  test('of a stablecoin is not stretched to full height', () => {
    const yOf = scaleOf({ points: [1, 1.0001, 1].map((price, x) => ({ x, price })), base: 1, marks: [] });
    expect(Math.abs(yOf(1) - yOf(1.0001))).toBeLessThan(0.1);
  });
});

describe('the rotation', () => {
  const boards = [
    { name: 'a', inRotation: true },
    { name: 'b', inRotation: false },
    { name: 'c', inRotation: true },
  ];

  test('shows the rotating boards one after another, and starts again after the last', () => {
    expect(nextBoard(boards, 'a')).toBe('c');
    expect(nextBoard(boards, 'c')).toBe('a');
    expect(nextBoard(boards, 'b')).toBeUndefined();
    expect(nextBoard(boards.slice(0, 2), 'a')).toBeUndefined();
  });

  test('shows the first rotating board on a display whose board was deleted', () => {
    expect(shownBoard(boards, 'b')?.name).toBe('b');
    expect(shownBoard(boards, 'deleted')?.name).toBe('a');
    expect(shownBoard(boards.slice(1, 2), 'deleted')?.name).toBe('b');
    expect(shownBoard([], 'deleted')).toBeUndefined();
  });
});

test('screens of 1080p and 4K have the same layout, a small screen shows rows, and a phone stacks the tiles', () => {
  expect(kioskSize(1920, 1080)).toEqual({ layout: 'grid', rem: 16 });
  expect(kioskSize(3840, 2160)).toEqual({ layout: 'grid', rem: 32 });
  expect(kioskSize(800, 480)).toEqual({ layout: 'rows', rem: 16 });
  expect(kioskSize(390, 844)).toEqual({ layout: 'stack', rem: null });
  // On a wide but low screen, the font size depends on the height, so that texts fit their tiles.
  expect(kioskSize(2560, 1080).rem).toBe(16);
});

test('the number of rows depends on their readable height', () => {
  expect(visibleRowCount(4, 3.4)).toBe(8);
  expect(visibleRowCount(2, 2.4)).toBe(4);
  expect(visibleRowCount(1, 10)).toBe(1);
});

test('the legal form is removed from a company name', () => {
  expect(shortName('Apple Inc.')).toBe('Apple');
  expect(shortName('Microsoft Corporation')).toBe('Microsoft');
  expect(shortName('Vanguard Total Stock Market ETF')).toBe('Vanguard Total Stock Market');
  expect(shortName('JPMorgan Chase & Co.')).toBe('JPMorgan Chase');
  expect(shortName('Eli Lilly and Company')).toBe('Eli Lilly');
  expect(shortName('The Coca-Cola Company')).toBe('Coca-Cola');
  expect(shortName('The Graph')).toBe('The Graph');
  expect(shortName('Gold')).toBe('Gold');
});

test('a row shows dollars without the sign, other currencies with it, and Bitcoin without cents', () => {
  const ticker = { type: 'stock', symbol: 'AAPL', currency: 'USD', decimals: 2 } as const;
  expect(rowPrice(ticker, 310.5)).toBe('310.50');
  expect(rowPrice({ ...ticker, type: 'crypto', symbol: 'BTC' }, 90_882.4)).toBe('90,882');
  expect(rowPrice({ ...ticker, symbol: 'SAP.DE', currency: 'EUR' }, 210)).toBe('€210.00');
  expect(rowName({ type: 'commodity', symbol: 'GC=F', name: 'Gold' })).toEqual(['Gold', 'Futures, GC=F']);
});

test('a board lists each of its tickers once', () => {
  const quote = { kind: 'quote', symbol: 'BTC', range: '1D', sessionLine: true, dayRange: true } as const;
  const list = { kind: 'list', title: 'Mine', symbols: ['AAPL', 'BTC'], watchlist: null } as const;
  expect(symbolsOf([{ content: quote }, { content: { ...list, symbols: [...list.symbols] } }])).toEqual([
    'BTC',
    'AAPL',
  ]);
});
