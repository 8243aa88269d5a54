/** EARN-04: a result within this percentage of the estimate is in line with it. */
const IN_LINE_PERCENT = 5;

type SurpriseResult = 'Beat' | 'Missed' | 'In-line';

/** What each result means. */
export const RESULT_MEANINGS: Readonly<Record<SurpriseResult, string>> = {
  Beat: `Beat: more than ${IN_LINE_PERCENT}% above the estimate`,
  'In-line': `In-line: within ${IN_LINE_PERCENT}% of the estimate`,
  Missed: `Missed: more than ${IN_LINE_PERCENT}% below the estimate`,
};

/** Classifies an earnings surprise, in percent of the estimate. */
export function surpriseResult(surprise: number): SurpriseResult {
  if (surprise > IN_LINE_PERCENT) return 'Beat';
  return surprise < -IN_LINE_PERCENT ? 'Missed' : 'In-line';
}
