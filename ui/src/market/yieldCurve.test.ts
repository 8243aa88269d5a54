import { expect, test } from 'vitest';
import { curveScale, curveSentence, maturityRows, spread } from './yieldCurve';

const point = (maturity: string, months: number, percent: number) => ({ maturity, months, percent });
const NEWEST = [point('1M', 1, 3.95), point('2Y', 24, 3.6), point('10Y', 120, 4.13)];

test('rows have the yields of all curves, and null where a curve lacks a maturity', () => {
  const curve = {
    unit: 'percent',
    source: 'treasury',
    sourceUrl: null,
    isSample: false,
    newest: { date: '2026-11-20', points: NEWEST },
    monthEarlier: { date: '2026-10-20', points: [point('10Y', 120, 4.2)] },
    yearEarlier: null,
  };
  expect(maturityRows(curve)).toEqual([
    { maturity: '1M', newest: 3.95, monthEarlier: null, yearEarlier: null },
    { maturity: '2Y', newest: 3.6, monthEarlier: null, yearEarlier: null },
    { maturity: '10Y', newest: 4.13, monthEarlier: 4.2, yearEarlier: null },
  ]);
  expect(maturityRows({ ...curve, newest: null })).toEqual([]);
});

test('the sentence states the spread and whether the curve is inverted', () => {
  expect(curveSentence(NEWEST)).toBe('10-year 4.13%, 2-year 3.60%: spread 0.53 percentage points.');
  const inverted = [point('2Y', 24, 4.5), point('10Y', 120, 4)];
  expect(curveSentence(inverted)).toBe(
    '10-year 4.00%, 2-year 4.50%: spread 0.50 percentage points (inverted).',
  );
  expect(curveSentence([])).toBe('');
  expect(spread([])).toBeNull();
});

test('the scale covers all curves, with gridlines every half percentage point', () => {
  const scale = curveScale([NEWEST]);
  expect(scale.lines).toEqual([3.5, 4, 4.5]);
  expect([scale.y(4.5), scale.y(3.5)]).toEqual([0, 1]);
  expect([scale.x(0), scale.x(120)]).toEqual([0, 1]);
});
