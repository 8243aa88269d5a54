import { EmptyState } from '~/components/EmptyState';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { useQuotes } from '~/live/useQuotes';
import { directionOf, formatPercent } from '~/market/format';
import { type Contribution, contributions, type HeldRow } from '~/market/holdings';
import { paths } from '~/paths';
import { AmountChange } from '~/widgets/Amount';
import { Change } from '~/widgets/Change';
import classes from './MoversPanel.module.css';

/** Maximum number of rows in each direction. */
const MAX_ROWS = 4;

interface Props {
  rows: readonly HeldRow[];
  /** The display currency. */
  currency: string;
}

/** The rows that contribute most to today's gain, up and down. */
export default function MoversPanel({ rows, currency }: Props) {
  const parts = contributions(useQuotes(rows)).filter(({ amount }) => directionOf(amount) !== 'flat');
  const up = parts.filter(({ amount }) => amount > 0).slice(0, MAX_ROWS);
  const down = parts
    .filter(({ amount }) => amount < 0)
    .slice(-MAX_ROWS)
    .reverse();
  const largest = Math.max(...[...up, ...down].map(({ amount }) => Math.abs(amount)));
  return (
    <Panel title="Today's movers" aside="Contribution to today's change">
      {parts.length === 0 && <EmptyState text="Nothing has moved today." />}
      <Side name="Up" parts={up} {...{ largest, currency }} />
      <Side name="Down" parts={down} {...{ largest, currency }} />
    </Panel>
  );
}

interface SideProps {
  name: string;
  parts: readonly Contribution[];
  /** The amount that fills the bar. */
  largest: number;
  currency: string;
}

function Side({ name, parts, largest, currency }: SideProps) {
  if (parts.length === 0) return null;
  return (
    <>
      <h3 className={classes.title}>{name}</h3>
      <ul className={classes.rows}>
        {parts.map(({ row, amount, percent }) => (
          <li key={row.id}>
            <Link to={paths.ticker(row.symbol)} className={classes.symbol} title={row.name}>
              {row.symbol}
            </Link>
            <Change value={row.change24h} />
            <span className={`num ${classes.amount}`}>
              <AmountChange value={amount} currency={currency} />
            </span>
            <span
              className={`num ${classes.part}`}
              title="Contribution to today's change in the total, in percentage points"
            >
              {formatPercent(percent)}
            </span>
            <span className={classes.track} aria-hidden="true">
              <span
                data-direction={directionOf(amount)}
                style={{ width: `${(100 * Math.abs(amount)) / largest}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
