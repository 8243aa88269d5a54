import { useMemo } from 'react';
import { periodClosesQuery, tickersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useUrlChange, useUrlChoice, useUrlText } from '~/hooks/useUrlChoice';
import type { HeatItem } from '~/widgets/Heatmap/item';
import { needsCloses, PERIODS } from '~/widgets/Heatmap/periods';
import { useSummary } from '~/widgets/Heatmap/useSummary';
import { REPLAY_PARAM, REPLAY_START } from '~/widgets/Replay/replayParam';
import { groupOf, MARKET_OF, MARKETS, sizeOf } from './markets';

/** Whether colors have a fixed scale or one that matches the spread of the changes. */
const SCALES = ['fixed', 'spread'] as const;

const keysOf = <Key extends string>([first, ...others]: readonly [{ value: Key }, ...{ value: Key }[]]) =>
  [first.value, ...others.map(({ value }) => value)] as [Key, ...Key[]];

/** The settings in the URL: market, size, group, period, color scale and zoom. */
export function useHeatChoices() {
  const [market, setMarket] = useUrlChoice('market', MARKETS);
  const { sizes, groups } = MARKET_OF[market];
  const [size, setSize] = useUrlChoice('size', keysOf(sizes));
  const [group] = useUrlChoice('group', keysOf(groups));
  const [period, setPeriod] = useUrlChoice('period', PERIODS);
  const [scale, setScale] = useUrlChoice('scale', SCALES);
  const [sector] = useUrlText('sector');
  const [replay] = useUrlText(REPLAY_PARAM);
  const change = useUrlChange();
  const zoom = useUrlChange('push');
  return {
    market,
    size,
    group,
    period,
    bySpread: scale === 'spread',
    sector,
    // Only the changes of a day can be replayed.
    isReplaying: replay !== '' && period === '1D',
    // Sizes, groups and sectors differ by market.
    setMarket: (next: typeof market) =>
      next === market
        ? setMarket(next)
        : change({ market: next === MARKETS[0] ? '' : next, size: '', group: '', sector: '' }),
    setSize,
    setGroup: (next: typeof group) => change({ group: next === groups[0].value ? '' : next, sector: '' }),
    setPeriod,
    setReplaying: (next: boolean) => change({ [REPLAY_PARAM]: next ? REPLAY_START : '', period: '' }),
    setBySpread: (next: boolean) => setScale(next ? 'spread' : 'fixed'),
    zoomTo: (name: string) => zoom({ sector: name }),
  };
}

export type HeatChoices = ReturnType<typeof useHeatChoices>;

/** The tickers of the chosen market and their summary, updated at most once a second. */
export function useHeatmap({ market, size, group, period, bySpread }: HeatChoices) {
  const { type } = MARKET_OF[market];
  const query = useQuery(tickersQuery(type));
  const { data: closes } = useQuery({ ...periodClosesQuery(type), enabled: needsCloses(period) });
  const items = useMemo(() => {
    const byId = new Map(closes?.map((each) => [each.id, each]));
    return (query.data ?? []).flatMap((row): HeatItem[] => {
      const measure = sizeOf(row, size);
      if (measure === null || measure <= 0) return [];
      return [
        { row, symbol: row.symbol, size: measure, group: groupOf(row, group), closes: byId.get(row.id) },
      ];
    });
  }, [query.data, closes, size, group]);
  return { query, items, summary: useSummary(items, period, bySpread), tickerCount: query.data?.length ?? 0 };
}
