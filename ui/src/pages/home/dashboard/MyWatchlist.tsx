import type { WatchlistEntry } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { RowSkeletons } from '~/components/Skeletons';
import { CsvDownload } from '~/components/table/CsvDownload';
import { WideTable } from '~/components/table/WideTable';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useQuote } from '~/live/useQuote';
import { formatPlainPrice } from '~/market/format';
import { shortName } from '~/market/shortName';
import { paths } from '~/paths';
import { type Column, columns, TickerRows } from '~/widgets/TickerTable';
import classes from './Dashboard.module.css';
import { dayRange } from './dayRange';

/** Maximum number of tickers; the list itself shows all. */
const ROWS = 6;

interface Props {
  name: string | undefined;
  /** Undefined while loading or without a list. */
  entries: readonly WatchlistEntry[] | undefined;
  isLoading: boolean;
}

const RANGE: Column<WatchlistEntry> = {
  key: 'range',
  title: 'Day range',
  render: (entry) => <DayRange entry={entry} />,
  hideBelow: 1100,
};
const COLUMNS: readonly Column<WatchlistEntry>[] = [
  columns.name,
  columns.spark,
  RANGE,
  columns.price,
  columns.change24h,
];

/** The user's first watchlist, with the day range of each ticker. */
export function MyWatchlist({ name = 'My watchlist', entries, isLoading }: Props) {
  const isPhone = useIsPhone();
  // Short names keep all rows the same height.
  const rows = (entries?.slice(0, ROWS) ?? []).map((entry) => ({ ...entry, name: shortName(entry.name) }));
  return (
    <Panel
      title={name}
      aside={
        <>
          {!isPhone && <CsvDownload label={name} rows={entries ?? []} columns={COLUMNS} />}
          <Link to={paths.watchlist} className={classes.open}>
            Open watchlist <Icon name="right" size={14} />
          </Link>
        </>
      }
    >
      {isLoading ? (
        <RowSkeletons rows={ROWS} height={52} />
      ) : rows.length === 0 ? (
        <p className={classes.invite}>Your watchlist is empty. Use the star next to a ticker to add it.</p>
      ) : isPhone ? (
        <TickerRows label={name} rows={rows} headed />
      ) : (
        <WideTable label={name} rows={rows} columns={COLUMNS} />
      )}
    </Panel>
  );
}

/** The price between the day's low and high, colored from the previous close on. */
function DayRange({ entry }: { entry: WatchlistEntry }) {
  const price = useQuote(entry, (quote) => quote.price);
  const range = dayRange(entry, price);
  if (!range) return null;
  const { low, high, from, to, now, direction } = range;
  return (
    <span className={`num ${classes.range}`}>
      {formatPlainPrice(low, entry)}
      <span className={classes.track} data-direction={direction} aria-hidden="true">
        <span style={{ left: `${100 * from}%`, right: `${100 - 100 * to}%` }} />
        <span className={classes.now} style={{ left: `${100 * now}%` }} />
      </span>
      {formatPlainPrice(high, entry)}
    </span>
  );
}
