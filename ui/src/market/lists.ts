import type { Watchlist } from '~/api/types';
import { isWritable } from './isWritable';

/** Returns a list's name, after its owner's if another person shares it: 'Anna: Retirement'. */
export const listName = ({ name, ownerName }: Pick<Watchlist, 'name' | 'ownerName'>): string =>
  ownerName ? `${ownerName}: ${name}` : name;

/** Returns the choices of a select for lists. */
export const listChoices = (lists: readonly Watchlist[] = []) =>
  lists.map((list) => ({ value: String(list.id), label: listName(list) }));

/** Returns the reason why a list that another person shares can't be changed; null if it can. */
export const readOnlyListReason = (list: Watchlist): string | null =>
  isWritable(list) ? null : `${list.ownerName} shares this list for reading only.`;
