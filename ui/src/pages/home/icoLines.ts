import type { Ico } from '~/api/types';
import { formatDollars } from '~/market/format';
import { formatDate, formatUntil } from '~/market/time';

/** HOME-09: the amount and the date of a card, worded by status. */
export function icoLines(ico: Ico, now: number): [amount: string, date: string] {
  const target = formatDollars(ico.targetAmount);
  const raised = formatDollars(ico.raisedAmount);
  switch (ico.status) {
    case 'active':
      return [`Raised: ${raised} / ${target}`, `Ends in: ${formatUntil(Date.parse(ico.endDate), now)}`];
    case 'upcoming':
      return [`Target: ${target}`, `Starts: ${formatDate(ico.startDate)}`];
    case 'ended':
      return [`Raised: ${raised}`, `Ended: ${formatDate(ico.endDate)}`];
  }
}
