import { expect, test } from 'vitest';
import {
  firstLayout,
  type Layout,
  layoutOfParameters,
  parametersOf,
  withCount,
  withLink,
  withSettings,
  withSymbol,
} from './layout';

const layout = (charts: [string, string][], links: Partial<Layout['links']> = {}): Layout => ({
  title: 'Mine',
  charts: charts.map(([symbol, settings]) => ({ symbol, settings })),
  links: { symbol: false, range: false, crosshair: false, ...links },
});
const texts = ({ charts }: Layout) => charts.map(({ symbol, settings }) => `${symbol} ${settings}`.trim());

test('a layout is kept in the parameters of the address', () => {
  const mine = layout(
    [
      ['^GSPC', 'range=1Y&mode=candles'],
      ['AAPL', ''],
    ],
    { range: true, crosshair: true },
  );
  const parameters = new URLSearchParams(parametersOf(mine));
  expect(parameters.get('chart1')).toBe('^GSPC?range=1Y&mode=candles');
  expect(parameters.get('links')).toBe('range,crosshair');
  expect(layoutOfParameters(parameters)).toEqual({ charts: mine.charts, links: mine.links });
  expect(layoutOfParameters(new URLSearchParams())).toBeNull();
});

test('an address with three charts shows two, because layouts have 1, 2 or 4', () => {
  const shown = layoutOfParameters(new URLSearchParams({ chart1: 'A', chart2: 'B', chart4: 'D' }));
  expect(shown?.charts.map(({ symbol }) => symbol)).toEqual(['A', 'B']);
});

test('settings belong to one chart; linked ranges are shared', () => {
  const two = layout([
    ['A', ''],
    ['B', 'range=1D&mode=bars'],
  ]);
  const change = { range: '1Y', mode: 'candles' };
  expect(texts(withSettings(two, 0, change))).toEqual(['A range=1Y&mode=candles', 'B range=1D&mode=bars']);
  const linked = { ...two, links: { ...two.links, range: true } };
  expect(texts(withSettings(linked, 0, change))).toEqual(['A range=1Y&mode=candles', 'B range=1Y&mode=bars']);
  const view = withSettings(linked, 1, { from: '2026-01-02', to: '2026-02-03' });
  expect(texts(view)[0]).toBe('A from=2026-01-02&to=2026-02-03');
  expect(withSettings(linked, 0, { mode: 'candles' }).charts[1]).toBe(linked.charts[1]);
});

test('changing the ticker of a chart keeps its range and style, and removes its comparison', () => {
  const two = layout([
    ['A', 'range=1Y&vs=B'],
    ['B', 'vs=A'],
  ]);
  expect(texts(withSymbol(two, 0, 'C'))).toEqual(['C range=1Y', 'B vs=A']);
  expect(texts(withSymbol({ ...two, links: { ...two.links, symbol: true } }, 0, 'C'))).toEqual([
    'C range=1Y',
    'C',
  ]);
});

test('a link that is turned on makes the other charts follow the active one', () => {
  const two = layout([
    ['A', 'range=1Y'],
    ['B', 'range=1D&mode=bars'],
  ]);
  expect(texts(withLink(two, 'symbol', true, 1))).toEqual(['B range=1Y', 'B range=1D&mode=bars']);
  expect(texts(withLink(two, 'range', true, 0))).toEqual(['A range=1Y', 'B range=1Y&mode=bars']);
  expect(texts(withLink(two, 'range', false, 0))).toEqual(texts(two));
});

test('added charts are the removed ones, then show the next tickers, or other ranges of a linked ticker', () => {
  const two = firstLayout('AAPL');
  const four = withCount(two, 4, [], ['AAPL', 'MSFT']);
  expect(texts(four)).toEqual(['^GSPC', 'AAPL', 'MSFT', '^IXIC']);
  const changed = withSettings(four, 3, { range: '5Y' });
  expect(texts(withCount(withCount(changed, 1, [], []), 4, changed.charts, []))).toEqual(texts(changed));
  const linked = layout([['A', 'range=1Y&mode=bars']], { symbol: true });
  expect(texts(withCount(linked, 4, [], ['B']))).toEqual([
    'A range=1Y&mode=bars',
    'A',
    'A range=1D',
    'A range=5Y',
  ]);
});
