import { formatRate } from './format';

/** TICK-03: a fixed rule on two changes, not a forecast or advice; the page says so. */
export type Verdict = 'BUY' | 'SELL' | 'HOLD';

export interface Summary {
  verdict: Verdict;
  /** Three sentences. */
  reasons: readonly [string, string, string];
  prediction: string;
}

type Change = number | null;

/** Returns the verdict for two changes in percent. An unknown change meets no threshold. */
export function verdictOf(change24h: Change, change7d: Change): Verdict {
  if (change24h !== null && change7d !== null && change24h > 2 && change7d > 4) return 'BUY';
  if ((change24h !== null && change24h < -3) || (change7d !== null && change7d < -5)) return 'SELL';
  return 'HOLD';
}

export function predictionOf(change24h: Change): string {
  return change24h !== null && change24h > 0 ? '80% chance of 10% upside' : '65% chance of 5% downside';
}

const describeChange = (change: number) => `${change < 0 ? 'down' : 'up'} ${formatRate(Math.abs(change))}`;

/** Describes the change of the day and its position relative to the thresholds. `period` is 'today' or 'in 24h'. */
function dayReason(change: Change, period: string): string {
  if (change === null) return 'No percent change of the day available';
  if (change > 2) return `Strong momentum: ${describeChange(change)} ${period}`;
  if (change < -3) return `Selling pressure: ${describeChange(change)} ${period}`;
  return `${capitalize(describeChange(change))} ${period}: within the hold range (\u22123% to 2%)`;
}

function weekReason(change: Change): string {
  if (change === null) return 'No 7-day percent change available';
  if (change > 4) return `Weekly trend is rising: ${describeChange(change)} in 7 days`;
  if (change < -5) return `Weekly trend is falling: ${describeChange(change)} in 7 days`;
  return `${capitalize(describeChange(change))} in 7 days: within the hold range (\u22125% to 4%)`;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const RULES: Record<Verdict, string> = {
  BUY: 'Both changes are above the buy thresholds',
  SELL: 'At least one change is below its sell threshold',
  HOLD: 'Neither the buy nor the sell rule is met',
};

export function summarize(change24h: Change, change7d: Change, period: string): Summary {
  const verdict = verdictOf(change24h, change7d);
  return {
    verdict,
    reasons: [dayReason(change24h, period), weekReason(change7d), RULES[verdict]],
    prediction: predictionOf(change24h),
  };
}

/** The text of the tooltip (D9). */
export const SUMMARY_RULE =
  'A fixed rule, not advice: BUY when the 24h change is above 2% and the 7d change above 4%; otherwise SELL when the 24h change is below −3% or the 7d change below −5%; otherwise HOLD.';
export const PREDICTION_RULE =
  'Fixed text, not a forecast: it depends only on whether the 24h change is above zero. No model computed these odds.';
