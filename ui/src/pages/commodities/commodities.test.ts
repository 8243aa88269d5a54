import { expect, test } from 'vitest';
import type { TickerRow } from '~/api/types';
import { breadth } from '~/market/breadth';
import { bySector, emojiOf, sectorsOf } from './sectors';

const row = (symbol: string, sector: string | null, change24h: number | null = null) =>
  ({ symbol, sector, change24h }) as TickerRow;

test('COMM-01 one tab per distinct sector, in a fixed order, unknown ones last', () => {
  const rows = [row('GC=F', 'Metals'), row('X', 'Water'), row('CL=F', 'Energy'), row('SI=F', 'Metals')];
  expect(sectorsOf(rows)).toEqual(['Energy', 'Metals', 'Water']);
  expect(bySector(rows).map((each) => each.symbol)).toEqual(['CL=F', 'GC=F', 'SI=F', 'X']);
});

test('COMM-01 each sector has its emoji, and a commodity without one is Other', () => {
  const emoji = ['Energy', 'Metals', 'Agriculture', 'Materials', 'Water'].map(emojiOf);
  expect(emoji).toEqual(['⚡', '🥇', '🌾', '🧱', '📊']);
  expect(sectorsOf([row('X', null)])).toEqual(['Other']);
});

test('COMM-01 the biggest move may be a fall, and a change that rounds to zero is neither a gain nor a loss', () => {
  const rows = [row('A', null, 1), row('B', null, -3.4), row('C', null, 0.004), row('D', null)];
  const { advancing, declining, biggest } = breadth(rows);
  expect([advancing, declining, biggest?.symbol]).toEqual([1, 1, 'B']);
  expect(breadth([row('D', null)]).biggest).toBeUndefined();
});

test('a future below zero advances or declines by its amount, and is never the biggest move', () => {
  const below = (move24h: number) => ({ change24h: null, move24h });
  const { advancing, declining, biggest } = breadth([below(0.06), below(-15.1), below(0)]);
  expect([advancing, declining, biggest?.change24h]).toEqual([1, 1, undefined]);
});
