import type { YieldCurve } from '~/api/types';
import { formatNumber, formatRate, formatSigned } from './format';

type Points = readonly { maturity: string; months: number; percent: number }[];

/** A row of the table: a maturity with the yield of each curve; null if a curve lacks it. */
export interface MaturityRow {
  maturity: string;
  newest: number;
  monthEarlier: number | null;
  yearEarlier: number | null;
  /** The change since the curve of a month earlier, in percentage points. */
  change: number | null;
}

const yieldOf = (points: Points | undefined, maturity: string): number | null =>
  points?.find((point) => point.maturity === maturity)?.percent ?? null;

/** The maturities of the newest curve, shortest first, with the yields of the earlier curves. */
export const maturityRows = ({ newest, monthEarlier, yearEarlier }: YieldCurve): MaturityRow[] =>
  (newest?.points ?? []).map(({ maturity, percent }) => {
    const earlier = yieldOf(monthEarlier?.points, maturity);
    return {
      maturity,
      newest: percent,
      monthEarlier: earlier,
      yearEarlier: yieldOf(yearEarlier?.points, maturity),
      change: earlier === null ? null : percent - earlier,
    };
  });

/** The 10-year yield minus the 2-year yield, in percentage points; null if one is unknown. */
export function spread(points: Points): number | null {
  const [ten, two] = [yieldOf(points, '10Y'), yieldOf(points, '2Y')];
  return ten === null || two === null ? null : ten - two;
}

/** Formats percentage points as whole basis points: '+53 bp', '−7 bp'; undefined if unknown. */
export const formatBasisPoints = (percentagePoints: number | null): string | undefined =>
  percentagePoints === null
    ? undefined
    : `${formatSigned(Math.round(percentagePoints * 100), (size) => formatNumber(size, 0))} bp`;

/** Describes the curve: '10-year 4.13%, 2-year 3.60%.' Adds ', inverted' if the shorter maturity yields more. */
export function curveSentence(points: Points): string {
  const [ten, two, difference] = [yieldOf(points, '10Y'), yieldOf(points, '2Y'), spread(points)];
  if (ten === null || two === null || difference === null) return '';
  return `10-year ${formatRate(ten)}, 2-year ${formatRate(two)}${difference < 0 ? ', inverted' : ''}.`;
}

/** Distances between gridlines, in percentage points. */
const STEPS = [0.05, 0.1, 0.2, 0.5, 1, 2];
const MAX_LINES = 6;

/** Removes rounding errors: 4.2 / 0.1 is slightly more than 42. */
const rounded = (quotient: number) => Math.round(quotient * 1e6) / 1e6;

/**
 * Axis scales for the chart. x is proportional to the logarithm of the maturity, because most maturities are short. `lines` are the
 * gridlines: the range of the axis is that of the yields, rounded to the next gridline.
 */
export function curveScale(curves: readonly Points[]) {
  const points = curves.flat();
  const months = points.map((point) => Math.log(point.months));
  const percents = points.map(({ percent }) => percent);
  const [shortest, longest] = [Math.min(...months), Math.max(...months)];
  const range = (step: number) => {
    const first = Math.floor(rounded(Math.min(...percents) / step));
    const last = Math.ceil(rounded(Math.max(...percents) / step));
    return { first, last: Math.max(first + 1, last) };
  };
  const step = STEPS.find((each) => range(each).last - range(each).first < MAX_LINES) ?? STEPS.at(-1) ?? 1;
  const { first, last } = range(step);
  return {
    lines: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step),
    /** Number of decimals that the gridlines need. */
    decimals: step < 0.1 ? 2 : 1,
    /** 0 is the left edge, 1 the right one. */
    x: (maturityMonths: number) =>
      longest === shortest ? 0.5 : (Math.log(maturityMonths) - shortest) / (longest - shortest),
    /** 0 is the top, 1 the bottom. */
    y: (percent: number) => (last - percent / step) / (last - first),
  };
}
