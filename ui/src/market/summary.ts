import { NO_PERCENT } from './belowZero';
import { formatRate } from './format';

/** TICK-03: a fixed rule on two changes. It is no forecast and no advice; the page says so. */
export type Verdict = 'BUY' | 'SELL' | 'HOLD';

export interface Summary {
  /** Null while the changes that are known decide nothing. */
  verdict: Verdict | null;
  /** Three sentences at most, each with the change that it tells of. */
  reasons: readonly { text: string; change: Change }[];
  /** Null while nobody knows the change of the day. */
  prediction: string | null;
}

type Change = number | null;

/** Both in percent. A change that is not known decides nothing, and one alone only a SELL. */
export function verdictOf(change24h: Change, change7d: Change): Verdict | null {
  if ((change24h !== null && change24h < -3) || (change7d !== null && change7d < -5)) return 'SELL';
  if (change24h === null || change7d === null) return null;
  return change24h > 2 && change7d > 4 ? 'BUY' : 'HOLD';
}

export function predictionOf(change24h: Change): string | null {
  if (change24h === null) return null;
  return change24h > 0 ? '80% chance of 10% upside' : '65% chance of 5% downside';
}

const moved = (change: number) => `${change < 0 ? 'down' : 'up'} ${formatRate(Math.abs(change))}`;

function dayReason(change: number): string {
  const momentum = change > 2 ? 'Strong momentum' : change < -3 ? 'Selling pressure' : 'Mild momentum';
  return `${momentum}: ${moved(change)} in 24 hours`;
}

function weekReason(change: number): string {
  const trend = change > 4 ? 'rising' : change < -5 ? 'falling' : 'steady';
  return `Weekly trend is ${trend}: ${moved(change)} in 7 days`;
}

const RULES: Record<Verdict, string> = {
  BUY: 'Day and week both pass the thresholds to buy',
  SELL: 'At least one of them passes the threshold to sell',
  HOLD: 'No clear signal for a new entry or an exit',
};

/** `belowZero`: the price has changes, but they have no percentage. */
export function summarise(change24h: Change, change7d: Change, belowZero = false): Summary {
  const verdict = verdictOf(change24h, change7d);
  const none = belowZero && change24h === null && change7d === null;
  const unknown = (span: string) => (none ? NO_PERCENT : `The ${span} change is not known`);
  const day = change24h === null ? unknown('24-hour') : dayReason(change24h);
  const week = change7d === null ? unknown('7-day') : weekReason(change7d);
  const rule = verdict === null ? 'Without it the rule has no verdict' : RULES[verdict];
  const reasons = [
    { text: day, change: change24h },
    { text: week, change: change7d },
    { text: rule, change: null },
  ];
  return {
    verdict,
    // One reason stands for both changes of a price below zero.
    reasons: none ? reasons.slice(1) : reasons,
    prediction: predictionOf(change24h),
  };
}

/** What the tooltip says (D9). */
export const SUMMARY_RULE =
  'A fixed rule, not advice: BUY when the 24h change is above 2% and the 7d change above 4%; otherwise SELL when the 24h change is below −3% or the 7d change below −5%; otherwise HOLD.';
export const PREDICTION_RULE =
  'Fixed text, not a forecast: it depends only on whether the 24h change is above zero. No model computed these odds.';
