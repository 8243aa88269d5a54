import type { Watchlist } from '~/api/types';

/** What a watchlist and a board have in common. */
type Shared = Pick<Watchlist, 'access' | 'ownerName'>;

/** Returns true if the user may change a watchlist or a board, and not only read it. */
export const isWritable = ({ access }: Pick<Shared, 'access'>): boolean => access !== 'read';

/** Returns a name after that of the owner if another person shares it: 'Anna: Retirement'. */
export const sharedName = (name: string, { ownerName }: Pick<Shared, 'ownerName'>): string =>
  ownerName ? `${ownerName}: ${name}` : name;

/** Returns the reason why something that another person shares can't be changed; null if it can. */
export const readOnlyReasonOf = (noun: 'list' | 'board', shared: Shared): string | null =>
  isWritable(shared) ? null : `${shared.ownerName} shares this ${noun} for reading only.`;
