import type { PeriodCloses, TickerRow } from '~/api/types';

/** A ticker that is drawn. */
export interface HeatItem {
  row: TickerRow;
  symbol: string;
  /** As loaded, so that nothing moves under the pointer. */
  size: number;
  group: string;
  /** From which changes over a month and since the year began are counted. */
  closes: PeriodCloses | undefined;
}
