import { useRememberedText } from './remembered';

/** Of a person's lists the one that stands on the deck: the one that was chosen, or the first. */
export function useHomeList<List extends { id: number }>(
  lists: readonly List[] | undefined,
): List | undefined {
  const [chosen] = useRememberedText('home-list');
  return lists?.find(({ id }) => String(id) === chosen) ?? lists?.[0];
}
