import { expect, test } from 'vitest';
import { matches, ordered } from './order';

const alert = (id: number, symbol: string, lastFiredAt: string | null = null) => ({
  id,
  symbol,
  createdAt: `2026-11-0${id}T10:00:00Z`,
  lastFiredAt,
});
const ALERTS = [
  alert(1, 'NVDA', '2026-11-09T10:00:00Z'),
  alert(2, 'AAPL'),
  alert(3, 'BTC'),
  alert(4, 'AAPL'),
];
const progress = (closeness: number, rearms: string | null = null) => ({ closeness, rearms });
const PROGRESS: Record<number, ReturnType<typeof progress> | null> = {
  1: progress(40),
  2: progress(-300),
  3: progress(99),
  4: null,
};
const ids = (order: Parameters<typeof ordered>[1], fresh?: number) =>
  ordered(ALERTS, order, ({ id }) => PROGRESS[id] ?? null, fresh).map(({ id }) => id);

test('the alert nearest to firing comes first, alerts without a distance last', () => {
  expect(ids('nearest')).toEqual([3, 1, 2, 4]);
  expect(ids('newest')).toEqual([4, 3, 2, 1]);
  expect(ids('fired')).toEqual([1, 4, 3, 2]);
  expect(ids('ticker')).toEqual([4, 2, 3, 1]);
});

test('alerts that are already met come last, the one nearest to its level first', () => {
  const met: typeof PROGRESS = { ...PROGRESS, 1: progress(98, 'Waits'), 3: progress(99, 'Waits') };
  expect(ordered(ALERTS, 'nearest', ({ id }) => met[id] ?? null).map(({ id }) => id)).toEqual([2, 4, 3, 1]);
});

test('ALRT-03 a new alert comes first in every order', () => {
  expect(ids('nearest', 2)).toEqual([4, 3, 1, 2]);
  expect(ids('ticker', 3)).toEqual([4, 2, 3, 1]);
});

test('a search matches each of its words in any text', () => {
  const texts = ['AAPL', 'Price falls below $290.00', 'Email'];
  expect(matches('aapl email', texts)).toBe(true);
  expect(matches('', texts)).toBe(true);
  expect(matches('aapl push', texts)).toBe(false);
});
