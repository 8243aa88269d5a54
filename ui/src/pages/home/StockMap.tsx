import { tickersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { StockHeatmap } from '~/widgets/Heatmap/StockHeatmap';
import { SampleBadge } from '~/widgets/SampleBadge';

/** A heatmap of today's stock changes, shown in wide windows. */
export default function StockMap() {
  const { data: stocks } = useQuery(tickersQuery('stock'));
  if (!stocks?.length) return null;
  return (
    <Panel title="Stocks" aside={<SampleBadge shown={stocks.some(({ isSample }) => isSample)} />}>
      <StockHeatmap label="Heatmap of stocks" rows={stocks} />
    </Panel>
  );
}
