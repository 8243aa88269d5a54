import { describe, expect, test } from 'vitest';
import { openHoursOf } from '~/market/exchangeClock';
import { nearest } from '~/market/nearestAlerts';
import { dayName, daysAwayText, nextEvents } from './events';
import { tileFontSizes } from './heatText';
import { moversOf } from './movers';
import { stateOf } from './sessions';
import { withLivePrices } from './withLivePrices';

const moved = (...changes: (number | null)[]) => changes.map((change24h) => ({ change24h }));

describe('movers', () => {
  test('are the largest gainers and losers, half of the rows each', () => {
    const rows = moversOf(moved(1, -2, 5, -9, 3, null), 4);
    expect(rows.map(({ change24h }) => change24h)).toEqual([5, 3, -9, -2]);
  });

  test('fill the rows with gainers if there are too few losers', () => {
    const rows = moversOf(moved(1, 2, 3, 4, -1), 4);
    expect(rows.map(({ change24h }) => change24h)).toEqual([4, 3, 2, -1]);
  });
});

describe('a heatmap', () => {
  test('shows a percentage only if all of it fits', () => {
    expect(tileFontSizes(12, 9, 'AAPL', '+0.71%')).toEqual({
      symbol: expect.any(Number),
      change: expect.any(Number),
    });
    expect(tileFontSizes(4, 1.6, 'AAPL', '+0.71%').change).toBeNull();
    expect(tileFontSizes(1.5, 6, 'GOOGL', '+0.71%')).toEqual({ symbol: null, change: null });
  });
});

describe('the session clock', () => {
  const MIDNIGHT = Date.parse('2026-11-24T00:00:00Z');
  const at = (time: string) => Date.parse(`2026-11-24T${time}:00Z`);
  const tokyo = {
    name: 'Tokyo',
    sessions: [
      { opensAt: '2026-11-24T00:00:00Z', closesAt: '2026-11-24T02:30:00Z' },
      { opensAt: '2026-11-24T03:30:00Z', closesAt: '2026-11-24T06:30:00Z' },
      { opensAt: '2026-11-25T00:00:00Z', closesAt: '2026-11-25T02:30:00Z' },
    ],
  };

  test('draws a day with its midday break, and nothing of the next day', () => {
    const stretches = openHoursOf(tokyo, MIDNIGHT).map(({ from, to }) => [24 * from, 24 * to]);
    expect(stretches).toEqual([
      [0, 2.5],
      [3.5, 6.5],
    ]);
  });

  test('shows when an exchange closes, that it closed, and when it opens next', () => {
    expect(stateOf(tokyo, at('02:00'))).toEqual({ open: true, change: { kind: 'closes', at: at('02:30') } });
    // During the midday break, the time when trading resumes is shown.
    expect(stateOf(tokyo, at('03:00')).change).toEqual({ kind: 'opens', at: at('03:30') });
    expect(stateOf(tokyo, at('07:00')).change).toEqual({ kind: 'closed', at: at('06:30') });
    expect(stateOf(tokyo, at('18:00')).change).toEqual({ kind: 'opens', at: MIDNIGHT + 86_400_000 });
    expect(stateOf({ sessions: [] }, MIDNIGHT).change).toBeNull();
  });
});

describe('the calendar', () => {
  const event = (day: string, symbol: string) => ({ day, symbol, text: 'Earnings' });

  test("lists the board's tickers before the rest of the market, by day", () => {
    const events = [event('2026-11-25', 'ZZZ'), event('2026-12-01', 'KO'), event('2026-11-20', 'OLD')];
    const next = nextEvents(events, ['KO'], () => '2026-11-24', 2);
    expect(next.map(({ symbol }) => symbol)).toEqual(['ZZZ', 'KO']);
    expect(nextEvents(events, ['KO'], () => '2026-11-24', 1).map(({ symbol }) => symbol)).toEqual(['KO']);
  });

  test('names the next days, and counts days to later ones', () => {
    expect(dayName('2026-11-24', '2026-11-24')).toBe('Today');
    expect(dayName('2026-11-25', '2026-11-24')).toBe('Tomorrow');
    expect(dayName('2026-12-01', '2026-11-24')).toBe('Tue, Dec 1');
    expect(daysAwayText('2026-12-01', '2026-11-24')).toBe('7 days');
    expect(daysAwayText('2026-11-25', '2026-11-24')).toBe('');
  });
});

test('alerts are sorted by their distance from the price, in percent', () => {
  const alert = (id: number, symbol: string, condition: string | null, value: number | null) => ({
    id,
    symbol,
    condition,
    value,
    active: true,
    type: 'price' as const,
    and: [],
  });
  const tickers = [
    { symbol: 'A', price: 100 },
    { symbol: 'B', price: 10 },
    { symbol: 'C', price: null },
  ];
  const alerts = [
    alert(1, 'A', 'above', 110),
    alert(2, 'B', 'below', 9.9),
    alert(3, 'C', 'above', 1),
    alert(4, 'A', 'percent_change', 5),
  ];
  const near = nearest(withLivePrices(alerts, tickers));
  expect(near.map(({ alert: { id }, away }) => [id, Math.round(away)])).toEqual([
    [2, 1],
    [1, 10],
  ]);
});
