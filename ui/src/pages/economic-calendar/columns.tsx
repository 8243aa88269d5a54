import type { EconomicDate } from '~/api/types';
import type { Column } from '~/components/table/column';
import { EXCHANGE_ZONE } from '~/market/day';
import { formatDate, formatTime } from '~/market/time';

/** Where a day has its own heading. */
export const DAY_COLUMNS: readonly Column<EconomicDate>[] = [
  {
    key: 'name',
    title: 'What',
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
    value: ({ at }) => at,
    render: ({ at }) => (at ? formatTime(at, EXCHANGE_ZONE) : '—'),
    inCard: true,
  },
  {
    key: 'agency',
    title: 'By',
    value: ({ agency }) => agency,
    render: ({ agency }) => agency || '—',
    inCard: true,
  },
];

const DATE: Column<EconomicDate> = {
  key: 'date',
  title: 'Date',
  value: ({ date }) => date,
  render: ({ date }) => formatDate(date),
  inCard: true,
};
/** Where each row says its day. */
export const COLUMNS = DAY_COLUMNS.toSpliced(1, 0, DATE);
