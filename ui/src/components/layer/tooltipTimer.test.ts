import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooltipTimer } from './tooltipTimer';

const said: string[] = [];
let start = Date.UTC(2026, 0, 1);
const tooltip = (name: string) =>
  new TooltipTimer((opened) => said.push(`${name} ${opened ? 'opens' : 'closes'}`), Date.now);

beforeEach(() => {
  vi.useFakeTimers();
  // Each test starts long after the tooltips of the previous one.
  start += 3_600_000;
  vi.setSystemTime(start);
  said.length = 0;
});
afterEach(() => vi.useRealTimers());

test('COMM-01 the first tooltip takes 700 ms', () => {
  tooltip('price').openSoon();
  vi.advanceTimersByTime(699);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(['price opens']);
});

test('COMM-01 the next one within 300 ms opens at once, a later one does not', () => {
  const price = tooltip('price');
  price.openNow();
  price.close();
  vi.advanceTimersByTime(300);
  const trend = tooltip('trend');
  trend.openSoon();
  expect(said).toEqual(['price opens', 'price closes', 'trend opens']);
  trend.close();
  vi.advanceTimersByTime(301);
  tooltip('volume').openSoon();
  expect(said).not.toContain('volume opens');
});

test('a pointer that only passes over opens nothing', () => {
  const price = tooltip('price');
  price.openSoon();
  vi.advanceTimersByTime(600);
  price.close();
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([]);
});
