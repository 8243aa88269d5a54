import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooltipTimer } from './tooltipTimer';

const events: string[] = [];
let start = Date.UTC(2026, 0, 1);
const tooltip = (name: string) =>
  new TooltipTimer((opened) => events.push(`${name} ${opened ? 'opens' : 'closes'}`), Date.now);

beforeEach(() => {
  vi.useFakeTimers();
  // Each test starts long after the tooltips of the previous one.
  start += 3_600_000;
  vi.setSystemTime(start);
  events.length = 0;
});
afterEach(() => vi.useRealTimers());

test('COMM-01 the first tooltip opens after 700 ms', () => {
  tooltip('price').openSoon();
  vi.advanceTimersByTime(699);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(events).toEqual(['price opens']);
});

test('COMM-01 another tooltip within 300 ms opens immediately, a later one does not', () => {
  const price = tooltip('price');
  price.openNow();
  price.close();
  vi.advanceTimersByTime(300);
  const trend = tooltip('trend');
  trend.openSoon();
  expect(events).toEqual(['price opens', 'price closes', 'trend opens']);
  trend.close();
  vi.advanceTimersByTime(301);
  tooltip('volume').openSoon();
  expect(events).not.toContain('volume opens');
});

test('a pointer that leaves early opens no tooltip', () => {
  const price = tooltip('price');
  price.openSoon();
  vi.advanceTimersByTime(600);
  price.close();
  vi.advanceTimersByTime(10_000);
  expect(events).toEqual([]);
});
