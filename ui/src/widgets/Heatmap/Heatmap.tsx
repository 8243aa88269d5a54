import { useCallback, useMemo } from 'react';
import type { TickerRow, TickerType } from '~/api/types';
import { Link } from '~/components/Link';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useDayChange } from '~/live/useDayChange';
import { paths } from '~/paths';
import classes from './Heatmap.module.css';
import heat from './heat.module.css';
import { heatPalette } from './heatColors';
import type { HeatItem } from './item';
import { Legend } from './Legend';
import { Strips } from './Strips';
import { TileMap } from './TileMap';
import { useSummary } from './useSummary';

export interface HeatmapProps<Row extends TickerRow> {
  /** Accessible name. */
  label: string;
  rows: readonly Row[];
  /** The measure of the area, and its name: 'market cap'. */
  sizeOf: (row: Row) => number | null;
  sizeName: string;
  /** What is missing if there is no size, if named differently. */
  unknownName?: string;
  /** Groups tiles below a heading. */
  groupOf?: ((row: Row) => string) | undefined;
  /** Always a map, on a phone too, of rows that are not a market: without links to the full page. */
  isMap?: boolean;
}

/** The full page of the same market. */
const FULL_PAGE: Partial<Record<TickerType, string>> = {
  stock: paths.heatmap,
  crypto: `${paths.heatmap}?market=crypto`,
  commodity: `${paths.heatmap}?market=commodities`,
};

/**
 * A heatmap of a market: a tile's area is its size, its color the change of the day. A tile links to its ticker, a group's
 * name to the group on the full page. Sizes stay as loaded, so that nothing moves under the pointer; each tile
 * subscribes to its own live quote.
 */
export default function Heatmap<Row extends TickerRow>({
  label,
  rows,
  sizeOf,
  sizeName,
  unknownName = sizeName,
  groupOf,
  isMap = false,
}: HeatmapProps<Row>) {
  const isPhone = useIsPhone();
  const items = useMemo(
    () =>
      rows.flatMap((row): HeatItem[] => {
        const size = sizeOf(row);
        const group = groupOf?.(row) ?? '';
        return size !== null && size > 0 ? [{ row, symbol: row.symbol, size, group, closes: undefined }] : [];
      }),
    [rows, sizeOf, groupOf],
  );
  const summary = useSummary(items, '1D');
  const fullPage = FULL_PAGE[rows[0]?.type ?? 'index'] ?? paths.heatmap;
  const addressOf = useCallback(
    (group: string) =>
      group
        ? `${fullPage}${fullPage.includes('?') ? '&' : '?'}sector=${encodeURIComponent(group)}`
        : fullPage,
    [fullPage],
  );
  const { period: dayPeriod } = useDayChange(rows[0]);
  const View = isPhone && !isMap ? Strips : TileMap;
  const unknown = rows.length - items.length;
  return (
    <figure className={`${classes.figure} ${heat.heat}`} data-colors={heatPalette()} aria-label={label}>
      <div className={classes.map} data-map={isMap || undefined}>
        <View
          {...{ label, items, summary }}
          addressOf={isMap ? undefined : addressOf}
          period="1D"
          isGrouped={summary.groups.size > 1}
        />
      </div>
      <figcaption className={classes.caption}>
        <span>
          {`Area: ${sizeName}. Color: change ${dayPeriod}.`}
          {unknown > 0 && ` ${unknown} hidden (no ${unknownName}).`}
        </span>
        {!isMap && (
          <Link to={fullPage} className={classes.full}>
            Open the full-page heatmap
          </Link>
        )}
        <Legend scale={summary.scale} />
      </figcaption>
    </figure>
  );
}
