import { fundamentalsQuery } from '~/api/queries';
import type { CompanyFundamentals, TickerRow } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { formatPercent, UNKNOWN } from '~/market/format';
import { formatFigure, METRICS, type Metric, periodName, yearOverYear } from '~/market/fundamentals';
import { formatDate } from '~/market/time';
import { type Column, columns, TickerTable } from '~/widgets/TickerTable';

/** A stock, with the figures of its financial reports once loaded. */
type Reporting = TickerRow & { reports: CompanyFundamentals | undefined };

const newestYear = ({ reports }: Reporting) => reports?.years[0];
const REVENUE = METRICS[0] as Metric;
const revenueGrowth = ({ reports }: Reporting) => yearOverYear(reports?.years ?? [], REVENUE);

const PERIOD: Column<Reporting> = {
  key: 'period',
  title: 'Period',
  align: 'left',
  value: (row) => newestYear(row)?.end,
  render: (row) => {
    const year = newestYear(row);
    if (!year) return UNKNOWN;
    return <span title={`${year.form}; year to ${formatDate(year.end)}`}>{periodName(year)}</span>;
  },
  tip: 'Fiscal year, as the company numbers it',
  inCard: true,
};

const GROWTH: Column<Reporting> = {
  key: 'growth',
  title: 'Revenue growth',
  value: revenueGrowth,
  render: (row) => formatPercent(revenueGrowth(row)),
  tip: 'Change from the previous fiscal year',
  inCard: true,
};

/** A column with a figure of the newest fiscal year. Amounts in several currencies can't be sorted. */
function figureColumn(metric: Metric, isOneCurrency: boolean): Column<Reporting> {
  const figureOf = (row: Reporting) => newestYear(row)?.[metric.id] ?? null;
  return {
    key: metric.id,
    title: metric.label,
    ...((isOneCurrency || metric.kind === 'percent') && { value: figureOf }),
    render: (row) => formatFigure(figureOf(row), metric, row.reports?.currency ?? row.currency),
    inCard: true,
  };
}

/** STCK-04: figures of the compared stocks from their newest annual reports, in the currencies of the reports. */
export function FinancialsTable({ rows }: { rows: readonly TickerRow[] }) {
  const queries = useQueries({ queries: rows.map(({ id }) => fundamentalsQuery(id)) });
  const reporting = rows.map((row, index): Reporting => ({ ...row, reports: queries[index]?.data }));
  const currencies = new Set(reporting.flatMap(({ reports }) => reports?.currency ?? []));
  const figures = METRICS.map((metric) => figureColumn(metric, currencies.size < 2));
  return (
    <TickerTable
      label="Financials"
      rows={reporting}
      columns={[columns.name, PERIOD, ...figures.slice(0, 1), GROWTH, ...figures.slice(1)]}
      urlPrefix="financials-"
      emptyText="Choose at least one stock to compare."
    />
  );
}
