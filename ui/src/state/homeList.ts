import { useStoredText } from './browserStorage';

/** Returns the watchlist shown on the home deck: the chosen one, or else the first. */
export function useHomeList<List extends { id: number }>(
  lists: readonly List[] | undefined,
): List | undefined {
  const [chosen] = useStoredText('home-list');
  return lists?.find(({ id }) => String(id) === chosen) ?? lists?.[0];
}
