import type { EconomicDate } from '~/api/types';
import type { Column } from '~/components/table/column';
import { type Day, EXCHANGE_ZONE, formatShortDay } from '~/market/day';
import { formatTime } from '~/market/time';
import { ShortDay } from '~/widgets/Calendar/ShortDay';
import { Change } from '~/widgets/Change';
import classes from './EconomicCalendarPage.module.css';
import { Figures } from './Figures';
import { ImpactMark } from './ImpactMark';
import { impactOf } from './releases';
import { previousText, resultsText } from './results';

const IMPACT: Column<EconomicDate> = {
  key: 'impact',
  title: 'Impact',
  align: 'left',
  value: impactOf,
  render: (row) => <ImpactMark impact={impactOf(row)} />,
  inCard: true,
};

const AGENCY: Column<EconomicDate> = {
  key: 'agency',
  title: 'Source',
  align: 'left',
  value: ({ agency }) => agency,
  render: ({ agency }) => agency || '—',
  inCard: true,
};

/** Columns for a list of one day. */
export const DAY_COLUMNS: readonly Column<EconomicDate>[] = [
  {
    key: 'name',
    title: 'Release',
    align: 'left',
    rowHeader: true,
    value: ({ name, period }) => [name, period].filter(Boolean).join(', '),
    render: ({ name, period }) => (
      <span className="row-name">
        <span className="two-lines">
          <strong>{name}</strong>
          <span>{period}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'time',
    title: 'Time (New York)',
    align: 'left',
    value: ({ at }) => at,
    render: ({ at }) => (at ? formatTime(at, EXCHANGE_ZONE) : '—'),
    inCard: true,
  },
  IMPACT,
  AGENCY,
];

/** The published figures of a release, and the previous period's. */
export const RESULTS: Column<EconomicDate> = {
  key: 'results',
  title: 'Actual (previous)',
  align: 'left',
  tip: "Published figures; in parentheses the previous period's, with later revisions",
  value: resultsText,
  render: (row) => <Figures row={row} />,
  inCard: true,
};

/** The figures of the period before. */
export const PREVIOUS: Column<EconomicDate> = {
  key: 'previous',
  title: 'Previous',
  align: 'left',
  tip: "The previous period's figures, with later revisions",
  value: previousText,
  render: (row) => <Figures row={row} previousOnly />,
  inCard: true,
};

const DATE: Column<EconomicDate> = {
  key: 'date',
  title: 'Date',
  align: 'left',
  value: ({ date }) => date,
  render: ({ date }) => <ShortDay day={date} showsDistance />,
  inCard: 'tail',
};
/** Columns with the date in each row; the agencies are listed separately. */
export const COLUMNS: readonly Column<EconomicDate>[] = [
  ...DAY_COLUMNS.slice(0, 1),
  DATE,
  ...DAY_COLUMNS.slice(1, -1),
  { ...AGENCY, hideBelow: 1640, inCard: false },
];

type Moves = ReadonlyMap<Day, number>;

/** The S&P 500 change on the day of a release. */
export const moveColumn = (moves: Moves): Column<EconomicDate> => ({
  key: 'move',
  title: 'S&P 500',
  short: 'S&P 500',
  tip: 'S&P 500 change on the release day',
  value: ({ date }) => moves.get(date) ?? null,
  render: ({ date }) => <Change value={moves.get(date)} />,
  inCard: true,
});

/** The S&P 500 change on the day of the previous release of the same kind. */
export const lastMoveColumn = (
  moves: Moves,
  previousDateOf: (row: EconomicDate) => Day | undefined,
): Column<EconomicDate> => {
  const moveOf = (row: EconomicDate) => moves.get(previousDateOf(row) ?? '');
  return {
    key: 'last',
    title: 'S&P 500, last release',
    short: 'S&P 500',
    tip: 'S&P 500 change on the day of the last release',
    value: (row) => moveOf(row) ?? null,
    render: (row) => {
      const last = previousDateOf(row);
      return (
        <span className={classes.last}>
          {last && <span>{formatShortDay(last, row.date)}</span>} <Change value={moveOf(row)} />
        </span>
      );
    },
    inCard: true,
  };
};
