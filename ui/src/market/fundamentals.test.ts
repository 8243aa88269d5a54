import { describe, expect, it } from 'vitest';
import type { ReportedPeriod } from '~/api/types';
import {
  barShapes,
  formatFigure,
  isComputed,
  METRICS,
  type Metric,
  periodName,
  yearOverYear,
} from './fundamentals';

const metric = (id: Metric['id']) => METRICS.find((one) => one.id === id) as Metric;
const period = (fiscalYear: number, quarter: number | null, more: Partial<ReportedPeriod> = {}) =>
  ({ fiscalYear, quarter, computed: [], revenue: null, netMargin: null, ...more }) as ReportedPeriod;

describe('periodName', () => {
  it('names quarters and years', () => {
    expect(periodName(period(2025, 4))).toBe('Q4 2025');
    expect(periodName(period(2025, null))).toBe('FY 2025');
  });
});

describe('formatFigure', () => {
  it('shows about three digits in the currency of the reports', () => {
    expect(formatFigure(102_466e6, metric('revenue'), 'USD')).toBe('$102B');
    expect(formatFigure(-3_210e6, metric('netIncome'), 'EUR')).toBe('−€3.21B');
    expect(formatFigure(996_347e6, metric('revenue'), 'CNY')).toBe('¥996B');
    expect(formatFigure(1.844, metric('dilutedEps'), 'USD')).toBe('$1.84');
    expect(formatFigure(26.91, metric('netMargin'), 'USD')).toBe('26.9%');
    expect(formatFigure(null, metric('revenue'), 'USD')).toBe('—');
  });
});

describe('barShapes', () => {
  it('starts at the bottom if no value is negative', () => {
    expect(barShapes([50, null, 100])).toEqual([{ bottom: 0, height: 50 }, null, { bottom: 0, height: 100 }]);
  });
  it('hangs negative bars below the zero line', () => {
    expect(barShapes([75, -25])).toEqual([
      { bottom: 25, height: 75 },
      { bottom: 0, height: 25 },
    ]);
  });
  it('keeps zeros and empty lists flat', () => {
    expect(barShapes([0])).toEqual([{ bottom: 0, height: 0 }]);
    expect(barShapes([])).toEqual([]);
  });
});

describe('isComputed', () => {
  it('is true for a figure computed from another figure that no report states', () => {
    const fourth = period(2025, 4, { computed: ['operatingCashFlow'] });
    expect(isComputed(fourth, metric('freeCashFlow'))).toBe(true);
    expect(isComputed(fourth, metric('revenue'))).toBe(false);
  });
});

describe('yearOverYear', () => {
  const quarters = [period(2025, 1, { revenue: 110 }), period(2024, 4), period(2024, 1, { revenue: 100 })];
  it('compares the newest period with the same one a year before', () => {
    expect(yearOverYear(quarters, metric('revenue'))).toBeCloseTo(10);
  });
  it('compares any other period, too', () => {
    const [newest, , yearBefore] = quarters;
    expect(yearOverYear(quarters.toReversed(), metric('revenue'), newest)).toBeCloseTo(10);
    expect(yearOverYear(quarters, metric('revenue'), yearBefore)).toBeNull();
  });
  it('has no value without both figures', () => {
    expect(yearOverYear(quarters, metric('netMargin'))).toBeNull();
    expect(
      yearOverYear([period(2025, 1, { revenue: -5 }), period(2024, 1, { revenue: 5 })], metric('revenue')),
    ).toBeNull();
    expect(yearOverYear([], metric('revenue'))).toBeNull();
  });
});
