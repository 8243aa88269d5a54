import { useUrlChange, useUrlChoice, useUrlText } from '~/hooks/useUrlChoice';
import { parseAum, parseCategories, parseExpense } from './filterText';
import type { Filters, Tab } from './screener';

/** What the address asks for. */
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

/** Takes every filter back, the tab too; the order of the table stays. */
export function useReset(): () => void {
  const change = useUrlChange();
  return () => change({ q: '', tab: '', aum: '', expense: '', category: '' });
}
