import { expect, test } from 'vitest';
import { figuresOf, type Measured, measure, ofChange } from './progress';

const ticker: Measured = {
  type: 'stock',
  currency: 'USD',
  decimals: 2,
  price: 100,
  volume24h: 80_000_000,
  rsi14: 67.2,
  average50d: 103,
  average200d: 100,
};
const alert = (given: object) => ({
  type: 'price',
  condition: 'above',
  value: 100.4,
  indicator: null,
  interval: null,
  ...given,
});

test('a price alert has a distance from its level in percent, and is near below half a percent', () => {
  expect(measure(alert({}), ticker)).toMatchObject({ now: 'now $100.00', away: '0.40% away', isNear: true });
  expect(measure(alert({}), ticker)?.fill).toBeCloseTo(96);
  expect(measure(alert({ condition: 'below', value: 98 }), ticker)).toMatchObject({
    away: '2.00% away',
    isNear: false,
  });
  const far = measure(alert({ value: 150 }), ticker);
  expect(far).toMatchObject({ away: '50.00% away', fill: 0 });
  expect(far?.closeness).toBeCloseTo(-400);
});

test('volume, RSI and averages of daily bars each have their own unit of distance', () => {
  expect(measure(alert({ type: 'volume', value: 100_000_000 }), ticker)).toEqual({
    now: 'now 80.0M',
    away: '20.0M away',
    fill: 80,
    closeness: 80,
    isNear: false,
    rearms: null,
  });
  const technical = { type: 'technical', interval: '1d' };
  expect(measure(alert({ ...technical, indicator: 'rsi', value: 70 }), ticker)).toMatchObject({
    now: 'now 67.2',
    away: '2.8 points away',
    isNear: true,
  });
  expect(measure(alert({ ...technical, indicator: 'sma_cross', value: null }), ticker)).toMatchObject({
    now: '50 days above 200',
    away: 'Met',
  });
  const cross = alert({ ...technical, indicator: 'sma_cross', condition: 'below', value: null });
  expect(measure(cross, ticker)).toMatchObject({ away: '3.00% apart', rearms: null });
});

test('a condition that is already met is not near: the value has to move back first', () => {
  expect(measure(alert({ value: 99.6 }), ticker)).toMatchObject({
    away: 'Met, 0.40% above',
    isNear: false,
    rearms: 'Waits for a fall below $99.40',
  });
  expect(measure(alert({ condition: 'below', value: 102 }), ticker)).toMatchObject({
    away: 'Met, 2.00% below',
    rearms: 'Waits for a rise above $102.20',
  });
  expect(measure(alert({ condition: 'crosses', value: 99.6 }), ticker)).toMatchObject({
    away: '0.40% away',
    isNear: true,
    rearms: null,
  });
  expect(measure(alert({ type: 'volume', value: 60_000_000 }), ticker)).toMatchObject({
    away: 'Met, 20.0M above',
    rearms: 'Waits for a fall below 59.9M',
  });
  const rsi = { type: 'technical', interval: '1d', indicator: 'rsi', condition: 'below', value: 68 };
  expect(measure(alert(rsi), ticker)).toMatchObject({
    away: 'Met, 0.8 points below',
    isNear: false,
    rearms: 'Waits for a rise above 69.0',
  });
});

test('an indicator of hourly bars uses hourly values', () => {
  const closes = Array.from({ length: 250 }, (_, hour) => 100 + (hour % 2) + hour / 100);
  const figures = figuresOf(closes);
  expect(figures.average50d).toBeCloseTo(100.5 + 2.245);
  expect(figures.average200d).toBeCloseTo(100.5 + 1.495);
  expect(figures.rsi14).toBeGreaterThan(45);
  expect(figures.rsi14).toBeLessThan(60);
  const hourly = { type: 'technical', interval: '1h' };
  expect(
    measure(alert({ ...hourly, indicator: 'rsi', value: 70 }), ticker, { ...figures, rsi14: 61 }),
  ).toMatchObject({ now: 'now 61.0', away: '9.0 points away', fill: 64 });
  expect(measure(alert({ ...hourly, indicator: 'sma_cross' }), ticker, figures)).toMatchObject({
    now: '50 hours above 200',
  });
  expect(figuresOf([1, 2, 3])).toEqual({ rsi14: null, average50d: null, average200d: null });
});

test('a percent change has a distance in percentage points from the change that fires, in both directions', () => {
  expect(ofChange({ value: 5 }, -1.12)).toMatchObject({
    now: 'now −1.12%',
    away: '3.88 percentage points away',
  });
  expect(ofChange({ value: 5 }, -1.12)?.fill).toBeCloseTo(61.2);
  expect(ofChange({ value: 5 }, 4.6)).toMatchObject({ away: '0.40 percentage points away', isNear: true });
  expect(ofChange({ value: 5 }, 6)).toMatchObject({
    away: 'Met, 1.00 percentage points beyond',
    rearms: 'Waits for a change below 4.99%',
  });
  expect(ofChange({ value: 5 }, null)).toBeNull();
});

test('an unknown value has no distance', () => {
  expect(measure(alert({ type: 'news', condition: null, value: null }), ticker)).toBeNull();
  expect(measure(alert({ condition: 'percent_change', value: 5 }), ticker)).toBeNull();
  expect(measure(alert({ type: 'technical', interval: '1h', indicator: 'rsi' }), ticker)).toBeNull();
  expect(measure(alert({ type: 'technical', interval: '1d', indicator: 'year_high' }), ticker)).toBeNull();
  expect(measure(alert({ type: 'volume', condition: 'percent_change' }), ticker)).toBeNull();
  expect(measure(alert({}), { ...ticker, price: null })).toBeNull();
  expect(measure(alert({ type: 'volume' }), { ...ticker, volume24h: null })).toBeNull();
});
