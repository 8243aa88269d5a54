import { useMemo } from 'react';
import { useQuotes } from '~/live/useQuotes';
import type { HeatItem } from './item';
import { changeOver, type Period } from './periods';
import { fixedScale, type Scale, scaleBySpread } from './scale';
import { type Summary, summaryOf } from './summary';

export interface ColoredSummary extends Summary {
  scale: Scale;
}

/**
 * A summary of tickers by their latest prices with its color scale, updated at most once a second. With `bySpread`, the scale matches
 * the spread of the changes.
 */
export function useSummary(items: readonly HeatItem[], period: Period, bySpread = false): ColoredSummary {
  const quotes = useQuotes(useMemo(() => items.map(({ row }) => row), [items]));
  const changes = new Map(
    items.map((item, index) => [item.row.id, changeOver(quotes[index] ?? item.row, period, item.closes)]),
  );
  const summary = summaryOf(items, changes);
  const current = bySpread
    ? scaleBySpread([...changes.values()])
    : fixedScale(
        items.map(({ row }) => row.type),
        period,
      );
  // Keeps the same scale object while the steps are equal, so that tiles render only on changes.
  const steps = current.join();
  const scale = useMemo(() => steps.split(',').map(Number) as unknown as Scale, [steps]);
  return { ...summary, scale };
}
