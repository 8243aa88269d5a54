import type { Watchlist } from '~/api/types';
import { readOnlyReasonOf, sharedName } from './sharing';

/** Returns a list's name, after its owner's if another person shares it: 'Anna: Retirement'. */
export const listName = (list: Pick<Watchlist, 'name' | 'ownerName'>): string => sharedName(list.name, list);

/** Returns the choices of a select for lists. */
export const listChoices = (lists: readonly Watchlist[] = []) =>
  lists.map((list) => ({ value: String(list.id), label: listName(list) }));

/** Returns the reason why a list that another person shares can't be changed; null if it can. */
export const readOnlyListReason = (list: Watchlist): string | null => readOnlyReasonOf('list', list);
