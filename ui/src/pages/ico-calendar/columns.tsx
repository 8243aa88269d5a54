import type { Ico } from '~/api/types';
import type { Column } from '~/components/table/column';
import { formatDollars } from '~/market/format';
import { formatDate } from '~/market/time';
import { IcoLink } from '~/widgets/Ico/IcoLink';
import { StatusBadge } from '~/widgets/Ico/StatusBadge';
import { TickerLogo } from '~/widgets/TickerLogo';

/** ICOC-02: the columns of the table. The name opens the details. */
export const ICO_COLUMNS: readonly Column<Ico>[] = [
  {
    key: 'name',
    title: 'Name',
    align: 'left',
    rowHeader: true,
    value: (ico) => ico.name,
    render: (ico) => (
      <IcoLink of={ico} className="row-name">
        <TickerLogo of={ico} />
        <span className="two-lines">
          <strong>{ico.name}</strong>
          <span>{ico.symbol}</span>
        </span>
      </IcoLink>
    ),
  },
  {
    key: 'category',
    title: 'Category',
    align: 'left',
    value: (ico) => ico.category,
    render: (ico) => ico.category,
    inCard: true,
  },
  {
    key: 'state',
    title: 'Status',
    align: 'left',
    value: (ico) => ico.status,
    render: (ico) => <StatusBadge status={ico.status} />,
  },
  {
    key: 'start',
    title: 'Start Date',
    value: (ico) => Date.parse(ico.startDate),
    render: (ico) => formatDate(ico.startDate),
    inCard: true,
  },
  {
    key: 'end',
    title: 'End Date',
    value: (ico) => Date.parse(ico.endDate),
    render: (ico) => formatDate(ico.endDate),
    inCard: true,
  },
  {
    key: 'target',
    title: 'Target',
    value: (ico) => ico.targetAmount,
    render: (ico) => formatDollars(ico.targetAmount),
    inCard: true,
  },
  {
    key: 'raised',
    title: 'Raised',
    value: (ico) => ico.raisedAmount,
    render: (ico) => formatDollars(ico.raisedAmount),
    inCard: true,
  },
];
