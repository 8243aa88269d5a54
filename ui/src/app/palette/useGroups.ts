import { bestFirst, type Group, isFilled, matching, namedBy } from './items';
import type { ParsedSearch } from './parseSearch';
import { shortcutsEntry, useLookEntries, usePageEntries, useTickerEntries } from './useEntries';
import { useNoteEntries } from './useNoteEntries';
import { useTickers } from './useTickers';

/** Returns the palette's results for a search text, and the best matching ticker. */
export function useGroups(search: ParsedSearch, onDone: () => void) {
  const tickers = useTickers(search);
  const pages = usePageEntries(search.text, onDone);
  const generalEntries = [...useLookEntries(), shortcutsEntry(onDone)];
  const tickerEntries = useTickerEntries(search, tickers.named, onDone);
  const { text, verb, value, actionsOnly } = search;
  const notes: Group = { title: 'Notes', items: useNoteEntries(actionsOnly ? '' : text, onDone) };
  // 'alert aapl' names an action.
  const isCommand = verb !== undefined || value !== null;
  const actions: Group = {
    title: 'Actions',
    items: [...tickerEntries, ...(isCommand ? [] : matching(text, generalEntries))],
  };
  const unsorted: Group[] = actionsOnly
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
    ? [actions, ...unsorted.filter((group) => group !== actions)]
    : bestFirst(text, unsorted);
  return {
    // A word of a note is the weakest match.
    groups: [...groups, notes].filter(isFilled),
    prices: tickers.prices,
    /** True until the server has answered the search. */
    isSearching: tickers.loading,
    /** True until the found tickers' prices have loaded, too. */
    isBusy: tickers.isBusy,
    /** True if the results belong to the current text, so that Enter may open the first one. */
    isSettled: tickers.settled,
    reason: tickers.reason,
    first: tickers.first,
    named: (name: string) => namedBy(name, [...pages, ...generalEntries]),
  };
}
