/** EARN-04: a result within this percentage of the estimate is in line with it. */
const IN_LINE_PERCENT = 5;

/** Classifies an earnings surprise, in percent of the estimate. */
export function surpriseResult(surprise: number): 'Beat' | 'Missed' | 'In-line' {
  if (surprise > IN_LINE_PERCENT) return 'Beat';
  return surprise < -IN_LINE_PERCENT ? 'Missed' : 'In-line';
}
