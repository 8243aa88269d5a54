import type { EconomicDate } from '~/api/types';
import type { Column } from '~/components/table/column';
import { EXCHANGE_ZONE } from '~/market/day';
import { formatTime } from '~/market/time';
import { ShortDay } from '~/widgets/Calendar/ShortDay';
import { ImpactMark } from './ImpactMark';
import { impactOf } from './releases';

const IMPACT: Column<EconomicDate> = {
  key: 'impact',
  title: 'Impact',
  align: 'left',
  value: impactOf,
  render: (row) => <ImpactMark impact={impactOf(row)} />,
  inCard: true,
};

/** Where a day has its own heading. */
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
  {
    key: 'agency',
    title: 'Source',
    align: 'left',
    value: ({ agency }) => agency,
    render: ({ agency }) => agency || '—',
    inCard: true,
  },
];

const DATE: Column<EconomicDate> = {
  key: 'date',
  title: 'Date',
  align: 'left',
  value: ({ date }) => date,
  render: ({ date }) => <ShortDay day={date} away />,
  inCard: 'tail',
};
/** Where each row says its day. */
export const COLUMNS = DAY_COLUMNS.toSpliced(1, 0, DATE);
