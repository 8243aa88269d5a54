import type { YieldCurve } from '~/api/types';
import { formatNumber, formatRate } from './format';

type Points = readonly { maturity: string; months: number; percent: number }[];

/** A row of the table: a maturity with the yield of each curve; null if a curve lacks it. */
export interface MaturityRow {
  maturity: string;
  newest: number;
  monthEarlier: number | null;
  yearEarlier: number | null;
}

const yieldOf = (points: Points | undefined, maturity: string): number | null =>
  points?.find((point) => point.maturity === maturity)?.percent ?? null;

/** The maturities of the newest curve, shortest first, with the yields of the earlier curves. */
export const maturityRows = ({ newest, monthEarlier, yearEarlier }: YieldCurve): MaturityRow[] =>
  (newest?.points ?? []).map(({ maturity, percent }) => ({
    maturity,
    newest: percent,
    monthEarlier: yieldOf(monthEarlier?.points, maturity),
    yearEarlier: yieldOf(yearEarlier?.points, maturity),
  }));

/** The 10-year yield minus the 2-year yield, in percentage points; null if one is unknown. */
export function spread(points: Points): number | null {
  const [ten, two] = [yieldOf(points, '10Y'), yieldOf(points, '2Y')];
  return ten === null || two === null ? null : ten - two;
}

/** Describes the curve: '10-year 4.13%, 2-year 3.60%: spread 0.53 percentage points.' Adds '(inverted)' if the curve is inverted. */
export function curveSentence(points: Points): string {
  const [ten, two, difference] = [yieldOf(points, '10Y'), yieldOf(points, '2Y'), spread(points)];
  if (ten === null || two === null || difference === null) return '';
  const shape = difference < 0 ? ' (inverted)' : '';
  return `10-year ${formatRate(ten)}, 2-year ${formatRate(two)}: spread ${formatNumber(Math.abs(difference))} percentage points${shape}.`;
}

/**
 * Axis scales for the chart. x is proportional to the square root of the maturity; `lines` are the gridlines, every 0.5 or 1 percentage
 * point.
 */
export function curveScale(curves: readonly Points[]) {
  const points = curves.flat();
  const longest = Math.max(1, ...points.map(({ months }) => months));
  const low = Math.floor(Math.min(...points.map(({ percent }) => percent)) * 2) / 2;
  const high = Math.max(low + 0.5, Math.ceil(Math.max(...points.map(({ percent }) => percent)) * 2) / 2);
  const step = high - low > 3 ? 1 : 0.5;
  const lines = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, n) => low + n * step);
  return {
    lines,
    /** 0 is the left edge, 1 the right one. */
    x: (months: number) => Math.sqrt(months / longest),
    /** 0 is the top, 1 the bottom. */
    y: (percent: number) => (high - percent) / (high - low),
  };
}
