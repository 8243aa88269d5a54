import { expect, test } from 'vitest';
import { daysUntil, nextEvents } from './events';

test('the next events are those of the listed tickers, from today on', () => {
  const stock = { id: 1, symbol: 'KO', type: 'stock', currency: 'USD' } as const;
  const earnings = [
    { symbol: 'KO', date: '2026-12-01', estimatedEPS: 1.24, actualEPS: null },
    { symbol: 'KO', date: '2026-11-24', estimatedEPS: 1, actualEPS: 1.1 },
    { symbol: 'PEP', date: '2026-11-25', estimatedEPS: 1, actualEPS: null },
  ];
  const rows = [
    { exDate: '2026-11-20', amount: 0.5, isProjected: false },
    { exDate: '2026-11-23', amount: 0.51, isProjected: false },
    { exDate: '2027-02-23', amount: 0.51, isProjected: true },
  ];
  expect(nextEvents([stock], earnings, [{ ticker: stock, rows }], '2026-11-23')).toEqual([
    { symbol: 'KO', day: '2026-11-23', what: 'Ex-dividend, $0.51' },
    { symbol: 'KO', day: '2026-12-01', what: 'Earnings, est. $1.24' },
    { symbol: 'KO', day: '2027-02-23', what: 'Ex-dividend, est. $0.51' },
  ]);
});

test('the days until an event are counted, and the next two have names', () => {
  expect(['2026-11-23', '2026-11-24', '2026-12-05'].map((day) => daysUntil(day, '2026-11-23'))).toEqual([
    'Today',
    'Tomorrow',
    '12 days',
  ]);
});
