import { Fragment, useMemo } from 'react';
import { tickersQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Skeleton } from '~/components/Skeleton';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { useQuotes } from '~/live/useQuotes';
import { directionOf, formatPercent, formatRate } from '~/market/format';
import { countWithoutRate, measureOf } from '~/market/measure';
import type { Rect } from '~/market/treemap';
import { Change } from '~/widgets/Change';
import { placeOf } from '~/widgets/Heatmap/boxStyle';
import heat from '~/widgets/Heatmap/heat.module.css';
import { heatPalette } from '~/widgets/Heatmap/heatColors';
import { layoutTiles } from '~/widgets/Heatmap/layout';
import { fixedScale, type Scale, stepOf } from '~/widgets/Heatmap/scale';
import { TileFrame, TileText } from '../TileFrame';
import { useQuotesAge } from '../tileAges';
import classes from './HeatmapTile.module.css';
import { canFitSymbol, tileFontSizes } from './heatText';
import { MARKETS, REFETCH_MS, type TileMarket } from './markets';

/** Maximum number of tiles that can be told apart from a distance. */
const MAX_TILES = 36;
/** Height and font size of group headings on a board, in rem. */
const GROUP_HEADING = { height: 1.5, fontSize: 0.9375 };

/** A heatmap of a market: areas by one measure in one currency, colors by the daily change. */
export function HeatmapTile({ market }: { market: TileMarket }) {
  const { name, type } = MARKETS[market];
  const { data } = useQuery({ ...tickersQuery(type), refetchInterval: REFETCH_MS });
  const { ref, width, height } = useSizeInRem();
  const sizedRows = useMemo(() => withSizes(data ?? []), [data]);
  const rows = useQuotes(useMemo(() => sizedRows.map(({ row }) => row), [sizedRows]));
  const groups = useMemo(() => {
    const isGrouped = new Set(sizedRows.map(({ group }) => group)).size > 1;
    return layoutTiles(sizedRows, width, height, canFitSymbol, isGrouped ? GROUP_HEADING : null);
  }, [sizedRows, width, height]);
  const live = new Map(rows.map((row) => [row.id, row]));
  const scale = fixedScale([type], '1D');
  const age = useQuotesAge(rows);
  const hiddenCount = countWithoutRate(data ?? []);
  return (
    <TileFrame title={name} note={<Legend scale={scale} hiddenCount={hiddenCount} />} age={age}>
      {data && sizedRows.length === 0 && <TileText>No market data for {name} yet.</TileText>}
      <div
        ref={ref}
        className={`${classes.map} ${heat.heat}`}
        data-colors={heatPalette()}
        data-aged
        aria-busy={!data}
      >
        {!data && <Skeleton height="100%" />}
        {groups.map(({ name: group, head, tiles, rest }) => (
          <Fragment key={group}>
            {head && (
              <span className={classes.group} style={placeOf(head.box)}>
                {head.name}
              </span>
            )}
            {tiles.map(({ item, box }) => (
              <Heat key={item.row.id} row={live.get(item.row.id) ?? item.row} box={box} scale={scale} />
            ))}
            {rest && (
              <div className={`${classes.heat} ${classes.rest}`} style={placeOf(rest.box)}>
                {restText(rest.items.length, rest.box)}
              </div>
            )}
          </Fragment>
        ))}
      </div>
    </TileFrame>
  );
}

/** The largest tickers with their sizes. */
function withSizes(rows: readonly TickerRow[]) {
  const measure = measureOf(rows);
  return rows
    .flatMap((row) => {
      const size = measure(row) ?? 0;
      const group = row.type === 'stock' ? (row.sector ?? 'Other') : '';
      return size > 0 ? [{ row, symbol: row.symbol, size, group }] : [];
    })
    .sort((a, b) => b.size - a.size)
    .slice(0, MAX_TILES);
}

function Heat({ row, box, scale }: { row: TickerRow; box: Rect; scale: Scale }) {
  const { symbol, change24h } = row;
  const size = tileFontSizes(box.width, box.height, symbol, formatPercent(change24h));
  return (
    <div
      className={`${classes.heat} ${heat.step}`}
      style={placeOf(box)}
      data-direction={directionOf(change24h)}
      data-step={stepOf(change24h, scale)}
    >
      {size.symbol && <b style={{ fontSize: `${size.symbol}rem` }}>{symbol}</b>}
      {size.change && (
        <span style={{ fontSize: `${size.change}rem` }}>
          <Change value={change24h} />
        </span>
      )}
    </div>
  );
}

/** '3 more', or '+3' if that doesn't fit. */
function restText(count: number, { width, height }: Rect): string {
  const text = `${count} more`;
  return canFitSymbol(width, height, text) ? text : `+${count}`;
}

/** The color steps of a direction, from the deepest color. */
const COLOR_STEPS = [4, 3, 2, 1];

interface LegendProps {
  scale: Scale;
  /** Number of tickers hidden because there is no exchange rate. */
  hiddenCount: number;
}

function Legend({ scale, hiddenCount }: LegendProps) {
  const scaleEnd = formatRate(scale[3], 0, 2);
  return (
    <span className={`num ${classes.legend} ${heat.heat}`} data-colors={heatPalette()}>
      {hiddenCount > 0 && <small>{hiddenCount} hidden (no exchange rate)</small>} −{scaleEnd}
      {COLOR_STEPS.map((step) => (
        <i key={`down${step}`} className={heat.step} data-direction="down" data-step={step} />
      ))}
      <i className={heat.step} data-direction="flat" data-step={0} />
      {COLOR_STEPS.toReversed().map((step) => (
        <i key={`up${step}`} className={heat.step} data-direction="up" data-step={step} />
      ))}
      +{scaleEnd}
    </span>
  );
}
