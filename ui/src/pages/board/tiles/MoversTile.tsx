import { tickersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useQuotes } from '~/live/useQuotes';
import { PriceRows } from '../PriceRows';
import { TileFrame } from '../TileFrame';
import { useQuotesAge } from '../tileAges';
import { visibleRowCount } from '../visibleRowCount';
import { MARKETS, REFETCH_MS, type TileMarket } from './markets';
import { moversOf } from './movers';

/** Minimum height of a one-line row in rem. */
const MIN_ROW_HEIGHT = 2.4;

/** The largest gainers and losers of a market. */
export function MoversTile({ market, height }: { market: TileMarket; height: number }) {
  const { adjective, type } = MARKETS[market];
  const { data } = useQuery({ ...tickersQuery(type), refetchInterval: REFETCH_MS });
  const rows = moversOf(useQuotes(data ?? []), visibleRowCount(height, MIN_ROW_HEIGHT));
  const age = useQuotesAge(rows);
  return (
    <TileFrame
      title={`${adjective} movers`}
      note={market === 'crypto' ? '24h' : 'Today'}
      age={age}
      isLoading={!data}
    >
      <PriceRows rows={rows} short />
    </TileFrame>
  );
}
