import type { TickerDetail } from '~/api/types';

/** What a fund holds, in dollars: as it is reported, else units times price. */
export function assetsOf({ fund, marketCap }: TickerDetail): number | null {
  return fund?.aum ?? marketCap;
}
