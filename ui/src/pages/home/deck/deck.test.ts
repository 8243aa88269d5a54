import type { Alert } from '~/api/types';
import { distanceBarFill, nearest } from '~/market/nearestAlerts';
import { dayRange } from '../dashboard/dayRange';

test('the track of a day is colored from the previous close to the price', () => {
  const day = { dayLow: 100, dayHigh: 110, previousClose: 102 };
  expect(dayRange(day, 108)).toEqual({ low: 100, high: 110, from: 0.2, to: 0.8, now: 0.8, direction: 'up' });
  expect(dayRange(day, 101)).toMatchObject({ from: 0.1, to: 0.2, now: 0.1, direction: 'down' });
});

test("a price beyond the day's range moves the end of the track, and a close beyond it colors the track from its end", () => {
  expect(dayRange({ dayLow: 100, dayHigh: 110, previousClose: 90 }, 120)).toMatchObject({
    high: 120,
    from: 0,
    to: 1,
    now: 1,
  });
  expect(dayRange({ dayLow: null, dayHigh: 110, previousClose: 90 }, 120)).toBeNull();
});

test('the alerts nearest to their level come first; alerts without a price condition are left out', () => {
  const alert = (id: number, over: Partial<Alert>) =>
    ({
      id,
      active: true,
      type: 'price',
      condition: 'above',
      value: 110,
      price: 100,
      and: [],
      ...over,
    }) as Alert;
  const found = nearest([
    alert(1, {}),
    alert(2, { value: 99, condition: 'below' }),
    alert(3, { active: false }),
    alert(4, { type: 'news', value: null }),
    alert(5, { condition: 'percent_change', value: 5 }),
    alert(6, { price: null }),
  ]);
  expect(found.map(({ alert: { id }, away }) => [id, away])).toEqual([
    [2, expect.closeTo(1)],
    [1, expect.closeTo(10)],
  ]);
  const line = (condition: string, value: number) => ({ ...alert(0, { value }), condition });
  const [joined] = nearest([alert(7, { value: 90, and: [line('below', 95), line('above', 99)] })]);
  expect(joined).toMatchObject({ value: 95, away: expect.closeTo(5), distance: '5.00% away' });
  const [met] = nearest([alert(8, { value: 90, and: [line('above', 98)] })]);
  expect(met).toMatchObject({ value: 98, isMet: true, distance: 'Met, 2.00% above' });
  const sorted = nearest([alert(9, { value: 99.9 }), alert(10, { value: 105 })]);
  expect(sorted.map(({ alert: { id }, isMet }) => [id, isMet])).toEqual([
    [10, false],
    [9, true],
  ]);
  expect([distanceBarFill(0), distanceBarFill(1), distanceBarFill(10)]).toEqual([100, 90, 0]);
});
