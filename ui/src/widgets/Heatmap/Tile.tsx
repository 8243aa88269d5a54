import { Link } from 'react-router-dom';
import type { TickerRow } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { directionOf, formatCompact, formatMarketCap, formatPercent, formatPrice } from '~/market/format';
import type { Rect } from '~/market/treemap';
import { paths } from '~/paths';
import classes from './Heatmap.module.css';
import { depthOf, roomOf } from './layout';

interface Props {
  row: TickerRow;
  box: Rect;
  /** What the area stands for. */
  measure: number;
  sizeName: string;
}

const ARROWS = { up: '▲', down: '▼', flat: '' } as const;

/** One ticker: it says what its size allows, and all of it to a pointer or a screen reader. */
export function Tile({ row, box, measure, sizeName }: Props) {
  const room = roomOf(box);
  const way = directionOf(row.change24h);
  const change = formatPercent(row.change24h);
  const price = formatPrice(row.price, row.decimals);
  const figure = sizeName.includes('cap') ? formatMarketCap(measure) : formatCompact(measure);
  const everything = `${row.name} (${row.symbol}), ${price}, ${change} in 24h, ${sizeName} ${figure}`;
  return (
    <li className={classes.cell} style={{ left: box.x, top: box.y, width: box.width, height: box.height }}>
      <Tooltip label={everything}>
        <Link
          to={paths.ticker(row.symbol)}
          className={classes.tile}
          data-way={way}
          data-depth={depthOf(row.change24h)}
          data-room={room}
        >
          {room === 'all' && (
            <>
              <span className={classes.name}>{row.name}</span>
              <span className={`num ${classes.price}`}>{price}</span>
            </>
          )}
          {(room === 'most' || room === 'symbol') && <span className={classes.name}>{row.symbol}</span>}
          {(room === 'all' || room === 'most') && (
            <span className={`num ${classes.change}`}>
              {ARROWS[way] && <small>{ARROWS[way]}</small>}
              {change}
            </span>
          )}
          <span className={classes.hidden}>{everything}</span>
        </Link>
      </Tooltip>
    </li>
  );
}
