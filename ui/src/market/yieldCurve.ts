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

/** The difference between the yields of ten and two years in percentage points; null if one is unknown. */
export function spread(points: Points): number | null {
  const [ten, two] = [yieldOf(points, '10Y'), yieldOf(points, '2Y')];
  return ten === null || two === null ? null : ten - two;
}

/** Describes the curve: '10-year 4.13%, 2-year 3.60%: 0.53 points apart.' An inverted curve is named. */
export function curveSentence(points: Points): string {
  const [ten, two, apart] = [yieldOf(points, '10Y'), yieldOf(points, '2Y'), spread(points)];
  if (ten === null || two === null || apart === null) return '';
  const shape = apart < 0 ? ' (inverted)' : '';
  return `10-year ${formatRate(ten)}, 2-year ${formatRate(two)}: ${formatNumber(Math.abs(apart))} points apart${shape}.`;
}

/** The scale of a drawing: maturities spread by the square root of their length, and half percentage points as lines. */
export function curveScale(curves: readonly Points[]) {
  const all = curves.flat();
  const longest = Math.max(1, ...all.map(({ months }) => months));
  const low = Math.floor(Math.min(...all.map(({ percent }) => percent)) * 2) / 2;
  const high = Math.max(low + 0.5, Math.ceil(Math.max(...all.map(({ percent }) => percent)) * 2) / 2);
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
