import { expect, test } from 'vitest';
import type { TickerRow } from '~/api/types';
import { fakeTicker } from '~/live/ticker.fake';
import { bestValue, type Compared, figureGroups } from './figures';

const NOW = Date.parse('2026-11-20T17:00:00Z');

const compared = (id: number, fields: Partial<Compared> = {}): Compared => ({
  ...(fakeTicker(id) as TickerRow),
  detail: undefined,
  closes: [],
  reports: undefined,
  ...fields,
});
const close = (timestamp: string, price: number) => ({ timestamp, price });
const figureOf = (key: string, reference = compared(1)) => {
  const found = figureGroups(NOW, reference)
    .flatMap(({ figures }) => figures)
    .find((each) => each.key === key);
  if (!found) throw new Error(`no figure '${key}'`);
  return found;
};
const withPe = (id: number, value: number | null) =>
  compared(id, { reports: { years: [], ratios: { values: [{ id: 'priceToEarnings', value }] } } as never });

test('a change is from the last close before its period, and unknown without such a close', () => {
  const ticker = compared(1, {
    closes: [
      close('2025-12-31T00:00:00Z', 80),
      close('2026-01-02T00:00:00Z', 90),
      close('2026-10-20T00:00:00Z', 125),
    ],
  });
  expect(figureOf('YTD').value(ticker)).toBeCloseTo(25);
  expect(figureOf('1M').value(ticker)).toBeCloseTo(-20);
  expect(figureOf('5Y').value(ticker)).toBeNull();
});

test('the best value is the highest or lowest known one, but not a negative ratio, and not one of equal values', () => {
  const changes = [1, 3, null].map((change24h, index) => compared(index, { change24h }));
  expect(bestValue(figureOf('24h'), changes)).toBe(3);
  expect(bestValue(figureOf('24h'), changes.slice(1))).toBeNull();
  expect(bestValue(figureOf('24h'), [changes[0] as Compared, changes[0] as Compared])).toBeNull();
  expect(bestValue(figureOf('pe'), [withPe(1, 30), withPe(2, -4), withPe(3, 12)])).toBe(12);
  expect(bestValue(figureOf('cap'), changes)).toBeNull();
});

test('figures of reports are in the currency of the reports', () => {
  const reports = {
    currency: 'EUR',
    years: [
      { fiscalYear: 2026, quarter: null, revenue: 22e9, end: '2026-09-30', form: '20-F' },
      { fiscalYear: 2025, quarter: null, revenue: 20e9, end: '2025-09-30', form: '20-F' },
    ],
  } as never;
  const ticker = compared(1, { reports });
  expect(figureOf('revenue').render(ticker)).toBe('€22B');
  expect(figureOf('growth').render(ticker)).toBe('+10.00%');
  expect(figureOf('netIncome').value(ticker)).toBeUndefined();
});
