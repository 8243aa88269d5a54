import { etfsQuery } from '~/api/queries';
import type { EtfRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { formatRate } from '~/market/format';
import { paths } from '~/paths';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import classes from './EtfScreenerPage.module.css';
import { FiltersPanel } from './FiltersPanel';
import { ResultsPanel } from './ResultsPanel';
import { median, screen } from './screener';
import { useFilters } from './useFilters';

/** SCRN-01: the ETF screener. All facts come from the server; all filters are in the URL. */
export default function EtfScreenerPage() {
  const query = useQuery({ ...etfsQuery, refetchInterval: 60_000 });
  const filters = useFilters();
  return (
    <WideLayout isTall>
      <Head rows={query.data && screen(query.data, filters).rows} />
      <div className={classes.columns}>
        <FiltersPanel filters={filters} funds={query.data ?? []} />
        <ResultsPanel query={query} filters={filters} />
      </div>
    </WideLayout>
  );
}

function Head({ rows }: { rows: readonly EtfRow[] | undefined }) {
  return (
    <PageHead
      title="ETF Screener"
      text="Filter funds by category, size and cost."
      figures={[
        { label: 'Matching funds', value: rows ? rows.length : '—' },
        {
          label: 'Median expense ratio',
          value: formatRate(median(rows?.map((row) => row.fund?.expenseRatio) ?? [])),
        },
        {
          label: 'Median yield',
          value: formatRate(median(rows?.map((row) => row.fund?.distributionYield) ?? [])),
        },
      ]}
    >
      <Link to={paths.screener} className="link-button">
        Screen stocks
      </Link>
    </PageHead>
  );
}
