/** Returns false for a stock that the server doesn't follow, such as a member of an index: it has no live price and no page yet. */
export const isFollowed = ({ id }: { id: number }): boolean => id > 0;
