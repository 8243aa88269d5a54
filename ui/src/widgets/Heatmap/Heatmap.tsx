import { useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { TickerRow, TickerType } from '~/api/types';
import { useIsPhone } from '~/hooks/useIsPhone';
import { paths } from '~/paths';
import classes from './Heatmap.module.css';
import heat from './heat.module.css';
import { heatColours } from './heatColours';
import type { HeatItem } from './item';
import { Legend } from './Legend';
import { Strips } from './Strips';
import { TileMap } from './TileMap';
import { useSummary } from './useSummary';

interface Props {
  /** Accessible name. */
  label: string;
  rows: readonly TickerRow[];
  /** What the area shows, and in words: 'market cap'. */
  sizeOf: (row: TickerRow) => number | null;
  sizeName: string;
  /** What is missing where there is no area, where that is another word. */
  unknownName?: string;
  /** Tiles of a group lie together beneath its name. */
  groupOf?: ((row: TickerRow) => string) | undefined;
}

/** The market's own page of the same kind. */
const FULL_PAGE: Partial<Record<TickerType, string>> = {
  stock: paths.heatmap,
  crypto: `${paths.heatmap}?market=crypto`,
  commodity: `${paths.heatmap}?market=commodities`,
};

/**
 * A market at a glance: the area of a tile is its size, its colour the 24h change. Every tile is the link
 * to its ticker, and a group's name leads to all of it on the market's own page. Sizes stay as loaded, so that nothing moves under
 * the pointer; each tile follows the feed itself.
 */
export default function Heatmap({ label, rows, sizeOf, sizeName, unknownName = sizeName, groupOf }: Props) {
  const phone = useIsPhone();
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
  const View = phone ? Strips : TileMap;
  const unknown = rows.length - items.length;
  return (
    <figure className={`${classes.figure} ${heat.heat}`} data-colours={heatColours()} aria-label={label}>
      <div className={classes.map}>
        <View {...{ label, items, summary, addressOf }} period="1D" isGrouped={summary.groups.size > 1} />
      </div>
      <figcaption className={classes.caption}>
        <span>
          {`Area: ${sizeName}. Color: 24h change.`}
          {unknown > 0 && ` ${unknown} hidden (no ${unknownName}).`}
        </span>
        <Link to={fullPage} className={classes.full}>
          Open the full-page heatmap
        </Link>
        <Legend scale={summary.scale} />
      </figcaption>
    </figure>
  );
}
