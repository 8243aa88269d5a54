import type { EarningsEvent } from '~/api/types';
import type { Column } from '~/components/table/column';

type Value = NonNullable<Column<EarningsEvent>['value']>;

/** Columns of the CSV file; the list itself is not a table. */
export const FILE_COLUMNS: readonly Column<EarningsEvent>[] = (
  [
    ['name', 'Name', ({ name }) => name],
    ['date', 'Date', ({ date }) => date],
    ['time', 'Session', ({ time }) => time],
    ['estimate', 'Estimated EPS', ({ estimatedEPS }) => estimatedEPS],
    ['actual', 'Actual EPS', ({ actualEPS }) => actualEPS],
    ['surprise', 'Surprise %', ({ surprise }) => surprise],
  ] as [key: string, title: string, value: Value][]
).map(([key, title, value]) => ({ key, title, value, render: () => null }));
