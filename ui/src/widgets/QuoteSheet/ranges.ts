import { priceHistoryQuery } from '~/api/queries';
import type { Timeframe } from '~/api/types';
import { useStoredChoice } from '~/state/browserStorage';

export const RANGES = ['1D', '1W', '1M', '1Y'] as const satisfies readonly Timeframe[];
export type SheetRange = (typeof RANGES)[number];

/** More points could not be told apart in the small chart. */
const POINTS = 160;

/** The range of the small chart, remembered in this browser. */
export const useSheetRange = () => useStoredChoice<SheetRange>('sheet-range', RANGES);

/** The prices of a range, with the price from which its change counts. */
export const rangeQuery = (tickerId: number, range: SheetRange) => ({
  ...priceHistoryQuery(tickerId, range, { points: POINTS, base: true }),
  staleTime: 60_000,
});
