import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HintTimer } from './hintTimer';

const said: string[] = [];
let start = Date.UTC(2026, 0, 1);
const hint = (name: string) =>
  new HintTimer((opened) => said.push(`${name} ${opened ? 'opens' : 'closes'}`), Date.now);

beforeEach(() => {
  vi.useFakeTimers();
  // Each test begins long after the hints of the one before.
  start += 3_600_000;
  vi.setSystemTime(start);
  said.length = 0;
});
afterEach(() => vi.useRealTimers());

test('COMM-01 the first hint takes 700 ms', () => {
  hint('price').openSoon();
  vi.advanceTimersByTime(699);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(['price opens']);
});

test('COMM-01 the next one within 300 ms opens at once, a later one does not', () => {
  const price = hint('price');
  price.openNow();
  price.close();
  vi.advanceTimersByTime(300);
  const trend = hint('trend');
  trend.openSoon();
  expect(said).toEqual(['price opens', 'price closes', 'trend opens']);
  trend.close();
  vi.advanceTimersByTime(301);
  hint('volume').openSoon();
  expect(said).not.toContain('volume opens');
});

test('a pointer that only passes opens nothing', () => {
  const price = hint('price');
  price.openSoon();
  vi.advanceTimersByTime(600);
  price.close();
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([]);
});
