import { useMemo } from 'react';
import { useQuotes } from '~/live/useQuotes';
import type { HeatItem } from './item';
import { changeOver, type Period } from './periods';
import type { Scale } from './scale';
import { type Summary, summaryOf } from './summary';

/** A summary of tickers by their latest prices, updated at most once a second. */
export function useSummary(items: readonly HeatItem[], period: Period): Summary {
  const quotes = useQuotes(useMemo(() => items.map(({ row }) => row), [items]));
  const changes = new Map(
    items.map((item, index) => [item.row.id, changeOver(quotes[index] ?? item.row, period, item.closes)]),
  );
  const summary = summaryOf(items, changes);
  // Keeps the same scale object while the steps are equal, so that tiles render only on changes.
  const steps = summary.scale.join();
  const scale = useMemo(() => steps.split(',').map(Number) as unknown as Scale, [steps]);
  return { ...summary, scale };
}
