import type { ScreenerResult } from '~/api/types';
import { formatDateTime } from '~/market/time';

type Counts = Pick<
  ScreenerResult,
  | 'matched'
  | 'universeSize'
  | 'indexMembers'
  | 'unfollowed'
  | 'unfollowedAsOf'
  | 'undecided'
  | 'unknown'
  | 'pending'
>;

/** '12 of 114 tickers match', and what this server knows of an index. */
export function coverage({
  matched,
  universeSize,
  indexMembers,
  unfollowed,
  unfollowedAsOf,
}: Counts): string {
  const found = `${matched} of ${universeSize} tickers match.`;
  if (unfollowed > 0) {
    const prices = unfollowedAsOf
      ? `their prices are from ${formatDateTime(unfollowedAsOf)}, without history and ratios`
      : 'their prices are not known yet';
    return `${found} ${unfollowed} of the ${universeSize} are not followed here: ${prices}.`;
  }
  if (indexMembers === null || indexMembers === universeSize) return found;
  return `${found} ${universeSize} of the ${indexMembers} members of the index are followed here.`;
}

/** '12 of 114 have no P/E.', one sentence per criterion; empty if every value is known. */
export function missing({ universeSize, unknown, undecided, pending }: Counts): string {
  const parts = unknown.map(({ noun, count }) => `${count} of ${universeSize} have no ${noun}.`);
  if (undecided > 0) parts.push(`${undecided} might match, but a value is missing.`);
  if (pending > 0) parts.push(`The histories of ${pending} are still being read.`);
  return parts.join(' ');
}
