import type { TickerDetail } from '~/api/types';
import { seriesByCount } from '~/chart/series';
import { bars, ramp } from '~/chart/testPoints';
import { headOf, wrapped } from './picture';
import type { ShownChart } from './shownChart';

const panel = { querySelector: () => ({ textContent: '3M: from $1 to $2.' }) } as unknown as HTMLElement;
const shown: ShownChart = {
  ticker: { name: 'Apple Inc.', symbol: 'AAPL' } as TickerDetail,
  timeframe: '5Y',
  series: seriesByCount(bars('2026-11-01T00:00:00Z', 86_400_000, ramp(3))),
  view: null,
  indicators: [],
};

test('the picture of a comparison names all tickers, their changes and the range', () => {
  expect(headOf(shown, panel)).toEqual(['Apple Inc. (AAPL)', '3M: from $1 to $2.']);
  const compared = ['AAPL', 'MSFT', 'NVDA'].map((symbol, index) => ({ symbol, percents: [0, 1, index - 1] }));
  expect(headOf({ ...shown, compared }, panel)).toEqual([
    'AAPL vs MSFT, NVDA · 5Y %',
    'AAPL −1.00%, MSFT +0.00%, NVDA +1.00%',
  ]);
});

test('a long sentence is wrapped between words', () => {
  const fits = (line: string) => line.length <= 10;
  expect(wrapped('one two three four', fits)).toEqual(['one two', 'three four']);
  expect(wrapped('incomprehensible', fits)).toEqual(['incomprehensible']);
});
