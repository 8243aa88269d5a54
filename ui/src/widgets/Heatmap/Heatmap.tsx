import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { TickerRow, TickerType } from '~/api/types';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { paths } from '~/paths';
import classes from './Heatmap.module.css';
import heat from './heat.module.css';
import { heatColours } from './heatColours';
import { Legend } from './Legend';
import { drawable, layout } from './layout';
import { placeOf } from './place';
import { scaleOf } from './scale';
import { Tile } from './Tile';

interface Props {
  /** Accessible name. */
  label: string;
  rows: readonly TickerRow[];
  /** What the area shows, and in words: 'market cap'. */
  sizeOf: (row: TickerRow) => number | null;
  sizeName: string;
  /** Tiles of a group lie together beneath its name. */
  groupOf?: (row: TickerRow) => string;
  /** Before the name of a group. */
  iconOf?: (group: string) => ReactNode;
}

/** The market's own page of the same kind. */
const FULL_PAGE: Partial<Record<TickerType, string>> = {
  stock: paths.heatmap,
  crypto: `${paths.heatmap}?market=crypto`,
  commodity: `${paths.heatmap}?market=commodities`,
};

/** Tiles at most: more could not be told apart. */
const MOST = 60;

/**
 * A market at a glance: the area of a tile is its size, its colour the 24h change. Every tile is the link
 * to its ticker. Sizes stay as loaded, so that nothing moves under the pointer; each tile follows the feed itself.
 */
export default function Heatmap({ label, rows, sizeOf, sizeName, groupOf, iconOf }: Props) {
  const { ref, width, height } = useSizeInRem();
  const measured = useMemo(() => {
    const known = rows.flatMap((row) => {
      const measure = sizeOf(row);
      return measure !== null && measure > 0 ? [{ row, measure, group: groupOf?.(row) ?? '' }] : [];
    });
    return known.sort((a, b) => b.measure - a.measure);
  }, [rows, sizeOf, groupOf]);
  const drawn = useMemo(() => {
    const largest = measured.slice(0, MOST);
    const sizes = drawable(largest);
    return largest.map((item, index) => ({ ...item, size: sizes[index] ?? item.measure }));
  }, [measured]);
  const scale = useMemo(() => scaleOf(drawn.map(({ row }) => row.change24h)), [drawn]);
  const enlarged = drawn.some(({ measure, size }) => size > measure);
  const { groups, tiles } = useMemo(() => layout(drawn, width, height), [drawn, width, height]);
  const fullPage = FULL_PAGE[rows[0]?.type ?? 'index'];
  const map = (
    <figure className={`${classes.figure} ${heat.heat}`} data-colours={heatColours()} aria-label={label}>
      <div ref={ref} className={classes.map}>
        {groups.map(({ name, box }) => (
          <span key={name} className={classes.group} style={placeOf(box)} data-group>
            {iconOf?.(name)} {name}
          </span>
        ))}
        <ul aria-label={label}>
          {tiles.map(({ item, box }) => (
            <Tile
              key={item.row.id}
              loaded={item.row}
              box={box}
              measure={item.measure}
              sizeName={sizeName}
              scale={scale}
            />
          ))}
        </ul>
      </div>
      <figcaption className={classes.caption}>
        <span>{captionOf(sizeName, rows.length, measured.length, drawn.length, enlarged)}</span>
        <Legend scale={scale} />
      </figcaption>
    </figure>
  );
  return (
    <>
      {map}
      {fullPage && (
        <Link to={fullPage} className={classes.full}>
          Open the full-page heatmap
        </Link>
      )}
    </>
  );
}

/** 'Area: market cap. Color: 24h change. The 60 largest of 125. 3 of unknown market cap not drawn.' */
function captionOf(sizeName: string, all: number, known: number, drawn: number, enlarged: boolean): string {
  const parts = [`Area: ${sizeName}. Color: 24h change.`];
  if (drawn < known) parts.push(`The ${drawn} largest of ${known}.`);
  if (known < all) parts.push(`${all - known} of unknown ${sizeName} not drawn.`);
  if (enlarged) parts.push('Small tiles are enlarged.');
  return parts.join(' ');
}
