import { sessionLineQuery } from '~/api/queries';
import type { Ticker } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { useFlash } from '~/live/useFlash';
import { directionOf } from '~/market/format';
import { shortName } from '~/market/shortName';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { LineChart } from './LineChart';
import classes from './PriceRows.module.css';
import { sessionPriceLine } from './priceLine';
import { rowName, rowPrice } from './rowFigures';

interface Props {
  rows: readonly Ticker[];
  /** Without the second line and the sparkline, for a small tile. */
  short?: boolean;
}

/** Price rows that share the available height. */
export function PriceRows({ rows, short = false }: Props) {
  return (
    <ul className={classes.rows} data-short={short || undefined} data-aged>
      {rows.map((row) => (
        <PriceRow key={row.id} row={row} short={short} />
      ))}
    </ul>
  );
}

function PriceRow({ row, short }: { row: Ticker; short: boolean }) {
  const price = useFlash<HTMLSpanElement>(row.price);
  const [name, below] = rowName(row);
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        <Link to={paths.ticker(row.symbol)}>{name}</Link>
        {!short && <small>{shortName(below)}</small>}
      </span>
      {!short && <DayLine row={row} />}
      <span ref={price} className={`num ${classes.price}`}>
        {rowPrice(row, row.price)}
      </span>
      <span className={classes.change}>
        <Change value={row.change24h} />
      </span>
    </li>
  );
}

/** Today's price line and the previous close. */
function DayLine({ row }: { row: Ticker }) {
  const { data } = useQuery(sessionLineQuery(row.id));
  return (
    <span className={classes.spark}>
      {data && <LineChart line={sessionPriceLine(data, row)} direction={directionOf(row.change24h)} />}
    </span>
  );
}
