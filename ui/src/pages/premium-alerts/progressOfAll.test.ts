import { expect, test } from 'vitest';
import type { Alert } from '~/api/types';
import { progressOfAll } from './progressOfAll';

const ticker = {
  type: 'stock',
  currency: 'USD',
  decimals: 2,
  price: 100,
  volume24h: 80_000_000,
  rsi14: 67.2,
  average50d: 103,
  average200d: 100,
  change24h: -4,
  change7d: 2,
} as const;

const alert = (value: number, and: Alert['and']) =>
  ({
    type: 'price',
    condition: 'above',
    value,
    indicator: null,
    interval: null,
    windowHours: null,
    and,
  }) as Alert;
const condition = (given: object): Alert['and'][number] => ({
  type: 'price',
  condition: 'above',
  value: null,
  windowHours: null,
  indicator: null,
  interval: null,
  ...given,
});
const rsi = (value: number) => condition({ type: 'technical', indicator: 'rsi', interval: '1d', value });

test('joined conditions are as far from firing as the farthest one', () => {
  expect(progressOfAll(alert(99, [rsi(70)]), ticker)).toMatchObject({
    now: '1 of 2 conditions met',
    away: 'RSI 2.8 points away',
    isNear: true,
  });
  expect(progressOfAll(alert(104, [rsi(70)]), ticker)).toMatchObject({
    now: '0 of 2 conditions met',
    away: 'price 4.00% away',
    isNear: false,
  });
  const change = condition({ condition: 'percent_change', value: 5 });
  expect(progressOfAll(alert(99, [change]), ticker)).toMatchObject({
    now: '1 of 2 conditions met',
    away: 'price 1.00 percentage points away',
  });
});

test('an alert whose conditions are all true is not near: one of them must become false first', () => {
  const met = progressOfAll(alert(99.8, [rsi(60)]), ticker);
  expect(met).toMatchObject({
    now: '2 of 2 conditions met',
    away: 'Met',
    isNear: false,
    rearms: 'Waits until a condition is no longer met',
  });
  expect(progressOfAll(alert(99.8, [rsi(70)]), ticker)?.rearms).toBeNull();
});

test('an unknown value has no distance', () => {
  const high = condition({ type: 'technical', indicator: 'year_high', condition: 'below', value: 5 });
  expect(progressOfAll(alert(101, [high]), ticker)).toMatchObject({
    now: '0 of 2 conditions met',
    away: 'price 1.00% away',
  });
  const weak = { ...rsi(40), interval: '1h', condition: 'below' };
  expect(progressOfAll({ ...alert(1, [high]), ...weak, and: [high] } as Alert, ticker)).toBeNull();
  const hourly = { rsi14: 45, average50d: null, average200d: null };
  expect(progressOfAll({ ...alert(1, []), ...weak, and: [high] } as Alert, ticker, hourly)).toMatchObject({
    now: '0 of 2 conditions met',
    away: 'RSI 5.0 points away',
  });
});
