import { expect, test } from 'vitest';
import { changeOver } from './changeOver';

const AT = Date.parse('2026-11-20T12:00:00Z');
const bars = [
  { timestamp: '2026-11-20T10:00:00Z', price: 90 },
  { timestamp: '2026-11-20T11:55:00Z', price: 100 },
  { timestamp: '2026-11-20T12:05:00Z', price: 120 },
];

test('a change is relative to the last bar before the start', () => {
  expect(changeOver(bars, 110, AT)).toBeCloseTo(10);
  expect(changeOver(bars, null, AT)).toBeNull();
  expect(changeOver(bars.slice(2), 110, AT)).toBeNull();
  expect(changeOver([], 110, AT)).toBeNull();
});
