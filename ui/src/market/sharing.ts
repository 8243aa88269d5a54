import type { Watchlist } from '~/api/types';

/** Returns true if the user may change a watchlist or a board, and not only read it. */
export const isWritable = ({ access }: Pick<Watchlist, 'access'>): boolean => access !== 'read';
