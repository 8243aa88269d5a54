import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import type { TickerRow } from '~/api/types';
import { useLiveRows } from '~/live/useLiveRows';
import classes from './Heatmap.module.css';
import { Legend } from './Legend';
import { layout } from './layout';
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
}

/** Tiles at most: more could not be told apart. */
const MOST = 60;

/**
 * A market at a glance: the area of a tile is its size, its colour the 24h change. Every tile is the link
 * to its ticker. Sizes stay as loaded, so that nothing moves under the pointer; changes are live.
 */
export function Heatmap({ label, rows, sizeOf, sizeName, groupOf }: Props) {
  const { ref, width, height } = useElementSize();
  const sized = useMemo(() => {
    const known = rows.flatMap((row) => {
      const size = sizeOf(row);
      return size !== null && size > 0 ? [{ row, size, group: groupOf?.(row) ?? '' }] : [];
    });
    return known.sort((a, b) => b.size - a.size);
  }, [rows, sizeOf, groupOf]);
  const drawn = useMemo(() => sized.slice(0, MOST), [sized]);
  const live = new Map(useLiveRows(drawn.map(({ row }) => row)).map((row) => [row.id, row]));
  const { groups, tiles } = useMemo(() => layout(drawn, width, height), [drawn, width, height]);
  return (
    <figure className={classes.figure} aria-label={label}>
      <div ref={ref} className={classes.map}>
        {groups.map(({ name, box }) => (
          <span key={name} className={classes.group} style={place(box)}>
            {name}
          </span>
        ))}
        <ul aria-label={label}>
          {tiles.map(({ item, box }) => (
            <Tile
              key={item.row.id}
              row={live.get(item.row.id) ?? item.row}
              box={box}
              size={item.size}
              sizeName={sizeName}
            />
          ))}
        </ul>
      </div>
      <figcaption className={classes.caption}>
        <span>{captionOf(sizeName, rows.length, sized.length, drawn.length)}</span>
        <Legend />
      </figcaption>
    </figure>
  );
}

const place = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  left: x,
  top: y,
  width,
  height,
});

/** 'Area: market cap. Colour: 24h change. The 60 largest of 125; 3 of unknown size are not drawn.' */
function captionOf(sizeName: string, all: number, known: number, drawn: number): string {
  const parts = [`Area: ${sizeName}. Colour: 24h change.`];
  if (drawn < known) parts.push(`The ${drawn} largest of ${known}.`);
  if (known < all) parts.push(`${all - known} of unknown ${sizeName} not drawn.`);
  return parts.join(' ');
}
