import { expect, test } from 'vitest';
import { daysUntil, nextEvents } from './nextEvents';

const NEW_YORK = { timeZone: 'America/New_York', session: 'closed' } as const;
const NOW = Date.parse('2026-11-23T17:00:00Z');
const today = '2026-11-23';

test('the next events are those of the listed tickers, from today on', () => {
  const stock = { id: 1, symbol: 'KO', type: 'stock', currency: 'USD', ...NEW_YORK } as const;
  const earnings = [
    { symbol: 'KO', date: '2026-12-01', estimatedEPS: 1.24, actualEPS: null, currency: 'USD' },
    { symbol: 'KO', date: '2026-11-24', estimatedEPS: 1, actualEPS: 1.1, currency: 'USD' },
    { symbol: 'PEP', date: '2026-11-25', estimatedEPS: 1, actualEPS: null, currency: 'USD' },
  ];
  const rows = [
    { exDate: '2026-11-20', amount: 0.5, currency: 'USD', isProjected: false },
    { exDate: '2026-11-23', amount: 0.51, currency: 'USD', isProjected: false },
    { exDate: '2027-02-23', amount: 0.51, currency: 'USD', isProjected: true },
  ];
  expect(nextEvents([stock], earnings, [{ ticker: stock, rows }], NOW)).toEqual([
    { symbol: 'KO', day: '2026-11-23', today, description: 'Ex-dividend, $0.51' },
    { symbol: 'KO', day: '2026-12-01', today, description: 'Earnings, est. $1.24' },
    { symbol: 'KO', day: '2027-02-23', today, description: 'Ex-dividend, est. $0.51' },
  ]);
});

test("an amount is in its own currency, not necessarily the price's", () => {
  const baba = { id: 2, symbol: 'BABA', type: 'stock', currency: 'USD', ...NEW_YORK } as const;
  const report = { symbol: 'BABA', date: '2026-12-01', estimatedEPS: 12.70652, actualEPS: null };
  const descriptionIn = (currency: string | null) =>
    nextEvents([baba], [{ ...report, currency }], [], NOW).map((event) => event.description);
  expect(descriptionIn('CNY')).toEqual(['Earnings, est. CN¥12.71']);
  expect(descriptionIn(null)).toEqual(['Earnings, est. 12.71']);
  const rows = [{ exDate: '2026-11-24', amount: 1264.12, currency: 'KZT', isProjected: false }];
  expect(nextEvents([baba], [], [{ ticker: baba, rows }], NOW)[0]?.description).toBe(
    'Ex-dividend, KZT\u00a01,264.12',
  );
});

test('daysUntil counts the days until an event, and names today and tomorrow', () => {
  expect(['2026-11-23', '2026-11-24', '2026-12-05'].map((day) => daysUntil(day, '2026-11-23'))).toEqual([
    'Today',
    'Tomorrow',
    '12 days',
  ]);
});

test("today is the day at the ticker's exchange", () => {
  // 8 AM on the 24th in Tokyo, 6 PM on the 23rd in New York.
  const now = Date.parse('2026-11-23T23:00:00Z');
  const toyota = {
    id: 3,
    symbol: '7203.T',
    type: 'stock',
    currency: 'JPY',
    timeZone: 'Asia/Tokyo',
    session: 'closed',
  } as const;
  const coke = { id: 1, symbol: 'KO', type: 'stock', currency: 'USD', ...NEW_YORK } as const;
  const eventOf = (symbol: string, date: string) => ({
    symbol,
    date,
    estimatedEPS: null,
    actualEPS: null,
    currency: null,
  });
  const earnings = ['2026-11-23', '2026-11-24'].flatMap((day) => [
    eventOf('7203.T', day),
    eventOf('KO', day),
  ]);
  const events = nextEvents([toyota, coke], earnings, [], now);
  expect(events.map(({ symbol, day, today }) => `${symbol} ${daysUntil(day, today)}`)).toEqual([
    'KO Today',
    '7203.T Today',
    'KO Tomorrow',
  ]);
});
