import { trendingQuery } from '~/api/queries';
import type { TickerRow, Watchlist, WatchlistEntry } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { RowSkeletons } from '~/components/Skeletons';
import { CsvDownload } from '~/components/table/CsvDownload';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useQuote } from '~/live/useQuote';
import { formatPlainPrice } from '~/market/format';
import { listName } from '~/market/lists';
import { shortName } from '~/market/shortName';
import { paths } from '~/paths';
import { useDensity } from '~/state/density';
import { LittleWindowButton } from '~/widgets/LittleWindow';
import { type Column, columns, QuotedTable, RowHead, TickerRows, useRowSheet } from '~/widgets/TickerTable';
import { FIRST_ROWS } from '../rows';
import { dayRange } from './dayRange';
import classes from './OwnPanels.module.css';

/** Maximum number of tickers; the list itself shows all. A phone has room for fewer. */
const [ROWS, PHONE_ROWS] = [10, 8];
/** Height of a row in px at the default font size. */
const [ROW_HEIGHT, PHONE_ROW_HEIGHT] = [36, 53];

interface Props {
  /** Undefined if there is none. */
  list: Watchlist | undefined;
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
/** The columns of tickers that are not in a list, whose day range is unknown. */
const SUGGESTION_COLUMNS: readonly Column[] = [
  columns.name,
  columns.spark,
  columns.price,
  columns.dayChange,
  { ...columns.change7d, hideBelow: 1640 },
  { ...columns.marketCap, hideBelow: 1640 },
];
const COLUMNS: readonly Column<WatchlistEntry>[] = [
  columns.name,
  columns.spark,
  RANGE,
  ...SUGGESTION_COLUMNS.slice(2),
];

/** The user's watchlist, with the day range of each ticker. */
export function MyWatchlist({ list, entries, isLoading }: Props) {
  const isPhone = useIsPhone();
  const name = list ? listName(list) : 'My watchlist';
  const count = isPhone ? PHONE_ROWS : ROWS;
  return (
    <Panel
      title={name}
      aside={
        <>
          {list && <LittleWindowButton listId={list.id} />}
          {!isPhone && <CsvDownload label={name} rows={entries ?? []} columns={COLUMNS} />}
          <Link to={paths.watchlist} className={classes.open}>
            Open watchlist <Icon name="right" size={14} />
          </Link>
        </>
      }
    >
      {isLoading && list?.count ? (
        <>
          {isPhone && <RowHead />}
          <RowSkeletons
            rows={Math.min(count, list.count) + (isPhone ? 0 : 1)}
            height={isPhone ? PHONE_ROW_HEIGHT : ROW_HEIGHT}
          />
        </>
      ) : entries?.length ? (
        <Rows label={name} rows={entries.slice(0, count)} columns={COLUMNS} />
      ) : (
        <Suggestions count={count} />
      )}
    </Panel>
  );
}

/** The tickers to start a list with, from those that the trending list below doesn't show at first. */
function Suggestions({ count }: { count: number }) {
  const { data: trending = [] } = useQuery(trendingQuery);
  return (
    <>
      <p className={classes.invite}>Your watchlist is empty. Use the star next to a ticker to add it.</p>
      <Rows
        label="Suggestions"
        rows={trending.slice(FIRST_ROWS, FIRST_ROWS + count - 1)}
        columns={SUGGESTION_COLUMNS}
      />
    </>
  );
}

interface RowsProps<Row extends TickerRow> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

function Rows<Row extends TickerRow>({ label, rows, columns: shown }: RowsProps<Row>) {
  const isPhone = useIsPhone();
  const [density] = useDensity();
  const sheet = useRowSheet(rows);
  // Short names keep all rows the same height.
  const short = rows.map((row) => ({ ...row, name: shortName(row.name) }));
  if (isPhone) return <TickerRows label={label} rows={short} headed dense />;
  return (
    <QuotedTable
      label={label}
      rows={short}
      columns={shown}
      order={rows}
      sheet={sheet}
      className={classes.rows}
      density={density === 'comfortable' ? 'compact' : density}
    />
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
