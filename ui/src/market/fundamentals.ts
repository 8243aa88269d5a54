import type { ReportedPeriod } from '~/api/types';
import { formatPrice, formatRate, formatShortMoney, UNKNOWN } from './format';

/** A figure of financial reports that the panel shows as bars. */
export interface Metric {
  id: 'revenue' | 'netIncome' | 'dilutedEps' | 'freeCashFlow' | 'netMargin';
  label: string;
  kind: 'amount' | 'per share' | 'percent';
}

export const METRICS: readonly Metric[] = [
  { id: 'revenue', label: 'Revenue', kind: 'amount' },
  { id: 'netIncome', label: 'Net income', kind: 'amount' },
  { id: 'dilutedEps', label: 'EPS', kind: 'per share' },
  { id: 'freeCashFlow', label: 'Free cash flow', kind: 'amount' },
  { id: 'netMargin', label: 'Net margin', kind: 'percent' },
];

/** Returns 'Q4 2025', or 'FY 2025' for a year. */
export const periodName = ({ fiscalYear, quarter }: ReportedPeriod): string =>
  quarter === null || quarter === undefined ? `FY ${fiscalYear}` : `Q${quarter} ${fiscalYear}`;

/** The figures from which a figure is computed. */
const COMPONENTS: Partial<Record<Metric['id'], readonly string[]>> = {
  freeCashFlow: ['operatingCashFlow', 'capitalExpenditure'],
  netMargin: ['netIncome', 'revenue'],
};

/** Returns true if no report states the figure, or a figure that it is computed from. */
export const isComputed = ({ computed }: ReportedPeriod, metric: Metric): boolean =>
  (COMPONENTS[metric.id] ?? [metric.id]).some((part) => computed.includes(part));

/** Formats a figure with about three digits: '$102B', '$1.84', '26.9%'; a dash if it is unknown. */
export function formatFigure(value: number | null | undefined, metric: Metric, currency: string): string {
  if (value === null || value === undefined) return UNKNOWN;
  if (metric.kind === 'percent') return formatRate(value, 1);
  return metric.kind === 'per share'
    ? formatPrice(value, 2, { currency })
    : formatShortMoney(value, currency);
}

/** Position and height of a bar, in percent of the plot from its bottom. */
export interface BarShape {
  bottom: number;
  height: number;
}

/** Returns the bars of values around a common zero line, which is the bottom if none is negative; null for unknown values. */
export function barShapes(values: readonly (number | null)[]): (BarShape | null)[] {
  const known = values.filter((value) => value !== null);
  const high = Math.max(0, ...known);
  const low = Math.min(0, ...known);
  const range = high - low || 1;
  const percent = (value: number) => (100 * (value - low)) / range;
  return values.map((value) => {
    if (value === null) return null;
    const [from, to] = [percent(Math.min(0, value)), percent(Math.max(0, value))];
    return { bottom: from, height: to - from };
  });
}

/**
 * Returns the change of a period's figure (by default the newest one's) against the same period a year before, in percent; null unless
 * both are positive.
 */
export function yearOverYear(
  periods: readonly ReportedPeriod[],
  { id }: Metric,
  period = periods[0],
): number | null {
  if (!period) return null;
  const before = periods.find(
    ({ fiscalYear, quarter }) => fiscalYear === period.fiscalYear - 1 && quarter === period.quarter,
  );
  const [now, then] = [period[id], before?.[id]];
  if (!now || !then || now <= 0 || then <= 0) return null;
  return (now / then - 1) * 100;
}
