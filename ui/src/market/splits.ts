import { formatDay } from './day';
import { formatNumber } from './format';

interface Ratio {
  /** Number of new units that replace `denominator` old ones. */
  numerator: number;
  denominator: number;
}

/** Returns the ratio of a split, such as '10 for 1'. */
export function splitRatio({ numerator, denominator }: Ratio): string {
  const text = (count: number) => formatNumber(count, Number.isInteger(count) ? 0 : 2);
  return `${text(numerator)} for ${text(denominator)}`;
}

/** Returns a sentence about the splits (newest first) that quantity and cost were adjusted for; undefined without any. */
export function adjustedFor(splits: readonly (Ratio & { date: string })[]): string | undefined {
  if (splits.length === 0) return undefined;
  const texts = splits.map((split) => `${splitRatio(split)} on ${formatDay(split.date)}`).toReversed();
  const list = [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ');
  return `Quantity and cost are adjusted for ${splits.length === 1 ? 'the split' : 'the splits'} of ${list}.`;
}
