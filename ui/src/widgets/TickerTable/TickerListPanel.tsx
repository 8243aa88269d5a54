import { TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TickerRow } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import type { Sort } from '~/components/table/sort';
import { useUrlText } from '~/hooks/useUrlChoice';
import { SampleBadge } from '~/widgets/SampleBadge';
import type { Column } from './column';
import classes from './TickerListPanel.module.css';
import { TickerTable, TickerTableSkeleton } from './TickerTable';

interface Props<Row extends TickerRow> {
  /** Title of the panel and name of the table. */
  title: string;
  query: UseQueryResult<Row[]>;
  columns: readonly Column<Row>[];
  initialSort: Sort;
  emptyText: string;
  /** Number of rows shown at first and added by each 'Show More'. */
  step: number;
}

/** All tickers of a type: a sortable table with a filter by symbol or name (`?q=`). */
export function TickerListPanel<Row extends TickerRow>(props: Props<Row>) {
  const { title, query, columns, initialSort, emptyText, step } = props;
  const [text, setText] = useUrlText('q');
  return (
    <Panel title={title} aside={<SampleBadge shown={query.data?.some((row) => row.isSample) ?? false} />}>
      <TextInput
        type="search"
        aria-label="Filter by symbol or name"
        placeholder="Symbol or name"
        leftSection={<Icon name="filter" size={16} />}
        className={classes.search ?? ''}
        wrapperProps={{ 'data-half-row': '' }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <QueryState query={query} skeleton={<TickerTableSkeleton rows={step} />}>
        {(rows) => (
          <TickerTable
            label={title}
            rows={matching(rows, text)}
            columns={columns}
            initialSort={initialSort}
            emptyText={rows.length === 0 ? emptyText : `Nothing matches "${text}".`}
            step={step}
          />
        )}
      </QueryState>
    </Panel>
  );
}

function matching<Row extends TickerRow>(rows: readonly Row[], text: string): readonly Row[] {
  const query = text.trim().toLowerCase();
  return query ? rows.filter((row) => `${row.symbol} ${row.name}`.toLowerCase().includes(query)) : rows;
}
