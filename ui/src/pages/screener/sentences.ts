import type { ScreenerResult } from '~/api/types';

type Counts = Pick<
  ScreenerResult,
  'matched' | 'universeSize' | 'indexMembers' | 'undecided' | 'unknown' | 'pending'
>;

/** '12 of 114 tickers match', and how much of an index this server has. */
export function coverage({ matched, universeSize, indexMembers }: Counts): string {
  const found = `${matched} of ${universeSize} tickers match.`;
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
