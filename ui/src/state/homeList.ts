import { readSetting, useStoredText } from './browserStorage';

const KEY = 'home-list';

/** Returns the watchlist shown on the dashboard: the chosen one, or else the first. */
export function useHomeList<List extends { id: number }>(
  lists: readonly List[] | undefined,
): List | undefined {
  const [chosen] = useStoredText(KEY);
  return lists && chosenList(lists, chosen);
}

/** Like `useHomeList`, for code that runs after a key press. */
export const homeListOf = <List extends { id: number }>(lists: readonly List[]): List | undefined =>
  chosenList(lists, readSetting(KEY));

const chosenList = <List extends { id: number }>(lists: readonly List[], chosen: string): List | undefined =>
  lists.find(({ id }) => String(id) === chosen) ?? lists[0];
