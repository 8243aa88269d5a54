import { expect, test } from 'vitest';
import type { Alert } from '~/api/types';
import { yOf } from '~/chart/frame';
import { extendRange, linesOf, movedTo, rounded, valueAt } from './alertLines';

const alert = (fields: Partial<Alert>) =>
  ({ id: 1, type: 'price', tickerId: 5, active: true, condition: 'above', value: 110, ...fields }) as Alert;

test('levels are the active price alerts of the ticker', () => {
  const others = [
    { tickerId: 6 },
    { active: false },
    { type: 'technical' },
    { condition: 'percent_change' },
    { type: 'news', condition: null, value: null },
  ];
  expect(linesOf([alert({}), ...others.map(alert)], 5)).toEqual([{ id: 1, value: 110, condition: 'above' }]);
});

test('the axis extends to a near alert, and not to one that would flatten the prices', () => {
  const range = { low: 100, high: 120 };
  expect(extendRange(range, [])).toEqual(range);
  expect(extendRange(range, [110])).toEqual(range);
  expect(extendRange(range, [124])).toEqual({ low: 100, high: 125 });
  expect(extendRange(range, [96, 130, 50])).toEqual({ low: 95, high: 120 });
  const log = extendRange({ low: 1, high: 100, log: true }, [0.5]);
  expect(log.low).toBeGreaterThan(0);
  expect(log.low).toBeLessThan(0.5);
});

test('a height of the pane maps to a value, on a linear axis and on a logarithmic one', () => {
  for (const range of [
    { low: 100, high: 120 },
    { low: 1, high: 10_000, log: true },
  ])
    for (const fraction of [0, 0.25, 1])
      expect(yOf(valueAt(fraction, range), range, 1)).toBeCloseTo(fraction);
  expect(valueAt(-3, { low: 100, high: 120 })).toBe(120);
  expect([rounded(110.126, 2), rounded(90_123.4, 0), rounded(0.0000001, 4)]).toEqual([
    110.13, 90_123, 0.0001,
  ]);
});

test('an alert level that is moved past the price fires in the other direction', () => {
  const line = { id: 1, value: 110, condition: 'above' } as const;
  expect(movedTo(line, 90, 100)).toEqual({ id: 1, value: 90, condition: 'below' });
  expect(movedTo(line, 105, 100).condition).toBe('above');
  expect(movedTo({ ...line, condition: 'crosses' }, 90, 100).condition).toBe('crosses');
});
