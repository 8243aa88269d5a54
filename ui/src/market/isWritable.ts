import type { Watchlist } from '~/api/types';

/** Returns true if the user may change a list's entries. */
export const isWritable = ({ access }: Pick<Watchlist, 'access'>): boolean => access !== 'read';
