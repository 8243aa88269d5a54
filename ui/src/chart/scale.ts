import { decimalsOf, formatNumber, formatPercent, priceDecimals } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/result';

/** A tick of a value axis. */
export interface ValueTick {
  value: number;
  label: string;
}

/** The range of a value axis. */
export interface Range {
  low: number;
  high: number;
  /** True for a logarithmic axis; requires a `low` above zero. */
  log?: boolean;
}

/** Converts a value to the axis' linear unit. */
export const axisValue = (value: number, { log }: Range): number => (log ? Math.log(value) : value);

/** CHRT-06: maximum number of ticks on an axis. */
export const MAX_TICKS = 6;

/** Space above and below the lines, as a fraction of their height. */
const MARGIN = 0.06;

/**
 * Returns the range that shows all values, with a margin; a flat series gets space on both sides. The range is logarithmic if
 * `log` is set and every value is above zero.
 */
export function rangeOf(series: Iterable<Iterable<number | null>>, log = false): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of series) {
    for (const value of values) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return { low: 0, high: 1 };
  if (log && low > 0 && high > low) {
    const factor = (high / low) ** MARGIN;
    return { low: low / factor, high: high * factor, log };
  }
  const margin = high > low ? (high - low) * MARGIN : Math.abs(high) * 0.005 || 1;
  return { low: low - margin, high: high + margin };
}

/** Returns a range symmetric about zero. */
export function symmetricRange(values: Iterable<number | null>): Range {
  let reach = 0;
  for (const value of values) reach = Math.max(reach, Math.abs(value ?? 0));
  const high = reach === 0 ? 1 : reach * 1.1;
  return { low: -high, high };
}

export const PERCENT: Range = { low: 0, high: 100 };

/** CHRT-05: returns 0 to 100 for RSI and stochastic, and a range centered on zero for MACD. */
export function oscillatorRange({
  axis,
  lines,
}: Pick<ComputedIndicator, 'axis'> & {
  lines: readonly Pick<ComputedIndicator['lines'][number], 'values'>[];
}): Range {
  return axis === 'percent' ? PERCENT : symmetricRange(lines.flatMap((line) => line.values));
}

const TICK_STEPS = [1, 2, 2.5, 5, 10];

/** Returns the smallest round step that results in at most `maxTicks` ticks within the range. */
export function tickStep({ low, high }: Range, maxTicks = MAX_TICKS): number {
  const rough = (high - low) / maxTicks;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const fits = (step: number) => Math.floor(high / step) - Math.ceil(low / step) + 1 <= maxTicks;
  const factor = TICK_STEPS.find((each) => each * unit >= rough * 0.999 && fits(each * unit)) ?? 10;
  return factor * unit;
}

/** Returns round values within the range, ascending. */
export function ticksOf(range: Range, maxTicks = MAX_TICKS): number[] {
  const step = tickStep(range, maxTicks);
  const first = Math.ceil(range.low / step);
  const count = Math.floor(range.high / step) - first + 1;
  // Multiplies instead of adding up, which would accumulate rounding errors such as 0.30000000000000004.
  // Adding 0 turns -0 into 0.
  return Array.from({ length: count }, (_, i) => (first + i) * step + 0);
}

/** Above this ratio of the highest value to the lowest, ticks with a constant step would crowd at the top of a logarithmic axis. */
const LOG_TICKS_RATIO = 3;

/** Returns 1, 2 and 5 times the powers of ten within the range, thinned evenly to the maximum number of ticks. */
function logTicks({ low, high }: Range): number[] {
  const candidates: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++)
    for (const step of [1, 2, 5]) candidates.push(step * 10 ** power);
  const visible = candidates.filter((value) => value >= low && value <= high);
  const stride = Math.ceil(visible.length / MAX_TICKS);
  return visible.filter((_, i) => i % stride === 0);
}

/** From this value on, labels have no decimals unless the step needs them. */
const WHOLE_LABELS_FROM = 1000;

/** Returns the number of decimals of an axis' labels: as many as its step has, so that every label is exact. */
export function axisDecimals(range: Range): number {
  const digits = decimalsOf(tickStep(range));
  return range.high >= WHOLE_LABELS_FROM ? digits : Math.max(2, digits);
}

/** Returns the ticks of a price axis. */
export function valueTicks(range: Range): ValueTick[] {
  if (range.log && range.high > LOG_TICKS_RATIO * range.low)
    return logTicks(range).map((value) => ({ value, label: formatNumber(value, decimalsOf(value)) }));
  const digits = axisDecimals(range);
  return ticksOf(range).map((value) => ({ value, label: formatNumber(value, digits) }));
}

/** Returns the ticks of an axis of changes: '+2.5%', and zero without a sign. */
export function percentTicks(range: Range): ValueTick[] {
  const digits = decimalsOf(tickStep(range));
  return ticksOf(range).map((value) => ({
    value,
    label: value === 0 ? '0%' : formatPercent(value, digits),
  }));
}

/** Returns ticks at the given whole values. */
export const axisTicks = (values: readonly number[]): ValueTick[] =>
  values.map((value) => ({ value, label: formatNumber(value, 0) }));

/** Returns the number of decimals of a price tag: at least the quoted ones, more for small prices, none from 10,000 on. */
export function tagDecimals(price: number, quoted: number): number {
  return price >= 10_000 || quoted === 0 ? 0 : priceDecimals(price, quoted);
}
