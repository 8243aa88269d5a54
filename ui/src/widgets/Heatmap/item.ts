import type { PeriodCloses, TickerRow } from '~/api/types';

/** A ticker drawn as a tile. */
export interface HeatItem {
  row: TickerRow;
  symbol: string;
  /** As loaded, so that nothing moves under the pointer. */
  size: number;
  group: string;
  /** The closes that one-month and year-to-date changes are relative to. */
  closes: PeriodCloses | undefined;
}
