import { useUrlChange, useUrlChoice, useUrlText } from '~/hooks/useUrlChoice';
import { parseAum, parseCategories, parseExpense } from './filterText';
import type { Filters, Tab } from './screener';

/** The filters in the URL. */
export function useFilters(): Filters {
  const [text] = useUrlText('q');
  const [tab] = useUrlChoice<Tab>('tab', ['all', 'equity', 'bond', 'specialty']);
  const [aum] = useUrlText('aum');
  const [expense] = useUrlText('expense');
  const [category] = useUrlText('category');
  const { from: aumFrom, to: aumTo } = parseAum(aum);
  return {
    ...{ text, tab, aumFrom, aumTo },
    expense: parseExpense(expense),
    categories: parseCategories(category),
  };
}

/** Resets all filters and the tab; the sort order stays. */
export function useReset(): () => void {
  const change = useUrlChange();
  return () => change({ q: '', tab: '', aum: '', expense: '', category: '' });
}
