import type { UseQueryResult } from '@tanstack/react-query';
import type { EtfRow } from '~/api/types';
import { Button } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { ActionRow } from '~/components/PanelActions';
import { QueryState } from '~/components/QueryState';
import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { SampleBadge } from '~/widgets/SampleBadge';
import { TickerTable, TickerTableSkeleton } from '~/widgets/TickerTable';
import { SCREENER_COLUMNS } from './columns';
import classes from './EtfScreenerPage.module.css';
import { type Filters, screen, TAB_CATEGORY, type Tab } from './screener';
import { useReset } from './useFilters';

/** Number of rows shown at first and added by each 'Show More'. */
const PAGE_SIZE = 25;

const TABS = [
  { value: 'all', label: 'All ETFs' },
  { value: 'equity', label: 'Equity' },
  { value: 'bond', label: 'Bond' },
  { value: 'specialty', label: 'Specialty' },
] as const satisfies readonly { value: Tab; label: string }[];

/** The tabs and the funds that pass the filters. */
export function ResultsPanel({ query, filters }: { query: UseQueryResult<EtfRow[]>; filters: Filters }) {
  const [tab, setTab] = useUrlChoice<Tab>('tab', ['all', 'equity', 'bond', 'specialty'], 'push');
  return (
    <Panel label="Funds">
      <div className={classes.head}>
        <TabSwitch id="etfs" label="ETF category" tabs={TABS} value={tab} onChange={setTab} />
        <SampleBadge shown={query.data?.some((row) => row.fund?.isSample) ?? false} />
      </div>
      <div {...tabPanel('etfs', tab)}>
        <QueryState
          query={query}
          skeleton={<TickerTableSkeleton rows={PAGE_SIZE} />}
          errorText="Couldn't load the ETFs."
          emptyText="No ETFs available at this time."
        >
          {(funds) => <Results funds={funds} filters={filters} />}
        </QueryState>
      </div>
    </Panel>
  );
}

function Results({ funds, filters }: { funds: readonly EtfRow[]; filters: Filters }) {
  const { rows, unknown } = screen(funds, filters);
  return (
    <ActionRow
      className={classes.found}
      controls={
        <p className={classes.count} role="status">
          {rows.length} of {funds.length} funds match
          {unknown > 0 && `; ${unknown} hidden: data missing for these filters`}
        </p>
      }
    >
      {rows.length > 0 ? (
        <TickerTable
          label="ETFs"
          rows={rows}
          columns={SCREENER_COLUMNS}
          initialSort={{ key: 'aum', dir: 'desc' }}
          emptyText=""
          step={PAGE_SIZE}
        />
      ) : (
        <NoResults filters={filters} />
      )}
    </ActionRow>
  );
}

/** Explains an empty result where possible, with a button to reset. */
function NoResults({ filters: { tab, categories } }: { filters: Filters }) {
  const reset = useReset();
  const tabCategory = tab === 'all' ? undefined : TAB_CATEGORY[tab];
  const contradiction = tabCategory && categories.length > 0 && !categories.includes(tabCategory);
  return (
    <EmptyState
      text={
        contradiction
          ? `No ETFs match these filters: this tab shows only ${tabCategory} funds, and that category isn't selected.`
          : 'No ETFs match these filters.'
      }
    >
      <Button variant="default" onClick={reset}>
        Show all ETFs
      </Button>
    </EmptyState>
  );
}
