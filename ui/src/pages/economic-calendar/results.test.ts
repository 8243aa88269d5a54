import { expect, test } from 'vitest';
import type { EconomicDate, EconomicFigure } from '~/api/types';
import { formatActual, hasSimulated, resultsOf } from './results';

const figure = (name: string, unit: string, actual: number | null, actualUpper: number | null = null) =>
  ({
    name,
    unit,
    actual,
    actualUpper,
    previous: null,
    previousUpper: null,
    provider: 'bls',
  }) as EconomicFigure;

test('changes have a sign, rates have none', () => {
  const texts = [
    figure('12 months', 'percent', 2.9),
    figure('Month', 'percent', -0.1),
    figure('Unemployment rate', 'percent', 4.4),
    figure('Nonfarm payrolls, change', 'thousands', 119),
    figure('Nonfarm payrolls, change', 'thousands', -12),
    figure('Job openings', 'thousands', 7226),
    figure('Target range', 'percent', 3.5, 3.75),
    figure('Target range', 'percent', 0, 0.25),
  ].map(formatActual);
  expect(texts).toEqual(['+2.9%', '−0.1%', '4.4%', '+119K', '−12K', '7,226K', '3.50–3.75%', '0.00–0.25%']);
});

test('an unknown figure is a dash', () => {
  expect(formatActual(figure('Month', 'percent', null))).toBe('—');
  expect(resultsOf({})).toEqual([]);
  expect(hasSimulated([{ results: [figure('Month', 'percent', 1)] } as EconomicDate])).toBe(false);
});
