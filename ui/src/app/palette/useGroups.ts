import { bestFirst, type Group, isFilled, matching, namedBy } from './items';
import { useLookEntries, usePageEntries, useTickerEntries } from './useEntries';
import { useTickers } from './useTickers';
import type { Wish } from './words';

/** Returns the palette's results for a search text, and the best matching ticker. */
export function useGroups(wish: Wish, onDone: () => void) {
  const tickers = useTickers(wish);
  const pages = usePageEntries(wish.text, onDone);
  const looks = useLookEntries();
  const forTickers = useTickerEntries(wish, tickers.named, onDone);
  const { text, verb, value, actionsOnly } = wish;
  // 'alert aapl' names an action.
  const isCommand = verb !== undefined || value !== null;
  const actions: Group = {
    title: 'Actions',
    items: [...forTickers, ...(isCommand ? [] : matching(text, looks))],
  };
  const listed: Group[] = actionsOnly
    ? [actions]
    : [
        {
          title: text ? 'Tickers' : 'Recent',
          items: [...tickers.items, ...tickers.found],
          pending: tickers.pending,
        },
        { title: 'Pages', items: isCommand ? [] : matching(text, pages) },
        actions,
      ];
  const groups = isCommand
    ? [actions, ...listed.filter((group) => group !== actions)]
    : bestFirst(text, listed);
  return {
    groups: groups.filter(isFilled),
    prices: tickers.prices,
    loading: tickers.loading,
    isBusy: tickers.isBusy,
    settled: tickers.settled,
    first: tickers.first,
    named: (name: string) => namedBy(name, [...pages, ...looks]),
  };
}
