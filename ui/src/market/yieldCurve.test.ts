import { expect, test } from 'vitest';
import { curveScale, curveSentence, formatBasisPoints, maturityRows, spread } from './yieldCurve';

const point = (maturity: string, months: number, percent: number) => ({ maturity, months, percent });
const NEWEST = [point('1M', 1, 3.95), point('2Y', 24, 3.6), point('10Y', 120, 4.13)];

test('rows have the yields of all curves, and null where a curve lacks a maturity', () => {
  const curve = {
    unit: 'percent',
    source: 'treasury',
    sourceUrl: null,
    isSample: false,
    newest: { date: '2026-11-20', points: NEWEST },
    monthEarlier: { date: '2026-10-20', points: [point('10Y', 120, 4.25)] },
    yearEarlier: null,
  };
  expect(maturityRows(curve)).toEqual([
    { maturity: '1M', newest: 3.95, monthEarlier: null, yearEarlier: null, change: null },
    { maturity: '2Y', newest: 3.6, monthEarlier: null, yearEarlier: null, change: null },
    { maturity: '10Y', newest: 4.13, monthEarlier: 4.25, yearEarlier: null, change: expect.closeTo(-0.12) },
  ]);
  expect(maturityRows({ ...curve, newest: null })).toEqual([]);
});

test('the sentence states both yields and whether the curve is inverted', () => {
  expect(curveSentence(NEWEST)).toBe('10-year 4.13%, 2-year 3.60%.');
  const inverted = [point('2Y', 24, 4.5), point('10Y', 120, 4)];
  expect(curveSentence(inverted)).toBe('10-year 4.00%, 2-year 4.50%, inverted.');
  expect(curveSentence([])).toBe('');
  expect(spread([])).toBeNull();
});

test('a spread is in basis points, with a minus if the curve is inverted', () => {
  expect(formatBasisPoints(spread(NEWEST))).toBe('+53 bp');
  expect(formatBasisPoints(4.08 - 4.15)).toBe('−7 bp');
  expect(formatBasisPoints(0)).toBe('+0 bp');
  expect(formatBasisPoints(null)).toBeUndefined();
});

test('the axis covers all curves tightly, with at most six gridlines', () => {
  const scale = curveScale([NEWEST]);
  expect(scale.lines).toEqual([3.6, 3.8, 4, 4.2].map((line) => expect.closeTo(line)));
  expect([scale.y(4.2), scale.y(3.6)]).toEqual([expect.closeTo(0), expect.closeTo(1)]);
  expect([scale.x(1), scale.x(120)]).toEqual([0, 1]);
  const flat = curveScale([[point('2Y', 24, 4.21), point('10Y', 120, 4.19)]]);
  expect(flat.lines).toEqual([expect.closeTo(4.15), expect.closeTo(4.2), expect.closeTo(4.25)]);
  expect(flat.decimals).toBe(2);
});
