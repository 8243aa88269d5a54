import { useState } from 'react';
import { fundamentalsQuery } from '~/api/queries';
import type { CompanyFundamentals, ReportedPeriod, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { FilterChips } from '~/components/FilterChips';
import { Tooltip } from '~/components/layer/Tooltip';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { Skeleton } from '~/components/Skeleton';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import { ViewSwitch } from '~/components/ViewSwitch';
import {
  formatMarketCap,
  formatNumber,
  formatPercent,
  formatPrice,
  formatRate,
  UNKNOWN,
} from '~/market/format';
import {
  barShapes,
  formatFigure,
  isComputed,
  METRICS,
  type Metric,
  periodName,
  yearOverYear,
} from '~/market/fundamentals';
import { sourceTitle } from '~/market/sources';
import { formatDate } from '~/market/time';
import { Change } from '~/widgets/Change';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './FundamentalsPanel.module.css';
import { Stat } from './Stats';
import page from './TickerPage.module.css';

type Span = 'quarters' | 'years';
const SPANS = [
  { value: 'quarters', label: 'Quarters' },
  { value: 'years', label: 'Years' },
] as const;

const CSV_COLUMNS: readonly CsvColumn<ReportedPeriod>[] = [
  { key: 'period', title: 'Period', value: periodName },
  { key: 'end', title: 'End', value: ({ end }) => end },
  { key: 'revenue', title: 'Revenue', value: ({ revenue }) => revenue },
  { key: 'netIncome', title: 'Net Income', value: ({ netIncome }) => netIncome },
  { key: 'dilutedEps', title: 'Diluted EPS', value: ({ dilutedEps }) => dilutedEps },
  { key: 'cash', title: 'Operating Cash Flow', value: ({ operatingCashFlow }) => operatingCashFlow },
  { key: 'capex', title: 'Capital Expenditure', value: ({ capitalExpenditure }) => capitalExpenditure },
  { key: 'fcf', title: 'Free Cash Flow', value: ({ freeCashFlow }) => freeCashFlow },
  { key: 'equity', title: 'Equity', value: ({ equity }) => equity },
  { key: 'shares', title: 'Shares Outstanding', value: ({ sharesOutstanding }) => sharesOutstanding },
  { key: 'margin', title: 'Net Margin %', value: ({ netMargin }) => netMargin },
  { key: 'form', title: 'Form', value: ({ form }) => form },
  { key: 'filed', title: 'Filed', value: ({ filed }) => filed },
  { key: 'url', title: 'URL', value: ({ url }) => url },
];

const hasNoPeriods = ({ quarters, years }: CompanyFundamentals) => quarters.length + years.length === 0;

/** Figures from the company's financial reports as bars, and valuation ratios with their formulas. */
export function FundamentalsPanel({ ticker }: { ticker: TickerDetail }) {
  const query = useQuery(fundamentalsQuery(ticker.id));
  const [span, setSpan] = useState<Span>('quarters');
  const { data } = query;
  // Many foreign companies report once a year.
  const shown: Span = data && data.quarters.length === 0 ? 'years' : span;
  const periods = data?.[shown] ?? [];
  const hasBoth = data && data.quarters.length > 0 && data.years.length > 0;
  return (
    <Panel
      className={data && hasNoPeriods(data) ? `${page.fundamentals} ${page.oneLine}` : page.fundamentals}
      title="Financials"
      aside={
        <>
          <SampleBadge shown={data?.isSample ?? false} />
          <CsvDownload
            label={`${ticker.symbol} financials by ${shown}`}
            rows={periods}
            columns={CSV_COLUMNS}
          />
          {hasBoth && <ViewSwitch label="Periods" views={SPANS} value={shown} onChange={setSpan} />}
        </>
      }
    >
      <QueryState
        query={query}
        skeleton={<Skeleton height="26rem" radius="md" />}
        isEmpty={hasNoPeriods}
        emptyText="No financial reports are available for this company."
      >
        {(fundamentals) => <Figures fundamentals={fundamentals} periods={periods} />}
      </QueryState>
    </Panel>
  );
}

interface FiguresProps {
  fundamentals: CompanyFundamentals;
  /** Newest first. */
  periods: readonly ReportedPeriod[];
}

function Figures({ fundamentals, periods }: FiguresProps) {
  const [metric, setMetric] = useState<Metric>(METRICS[0] as Metric);
  const select = (id: Metric['id']) => setMetric(METRICS.find((one) => one.id === id) ?? metric);
  const options = METRICS.map(({ id, label }) => ({ value: id, label }));
  const growth = metric.kind === 'percent' ? null : yearOverYear(periods, metric);
  return (
    <div className={classes.layout}>
      <div className={classes.head}>
        <FilterChips label="Figure" options={options} value={metric.id} onChange={select} />
        {growth !== null && (
          <p className={`num ${classes.growth}`}>
            <strong>{formatPercent(growth)}</strong> from a year before
          </p>
        )}
      </div>
      <Bars metric={metric} periods={periods.toReversed()} currency={fundamentals.currency ?? 'USD'} />
      <Notes fundamentals={fundamentals} metric={metric} periods={periods} />
      {fundamentals.ratios && (
        <RatioList
          ratios={fundamentals.ratios}
          currency={fundamentals.currency}
          sharesAsOf={fundamentals.sharesOutstanding?.asOf}
        />
      )}
    </div>
  );
}

interface BarsProps {
  metric: Metric;
  /** Oldest first. */
  periods: readonly ReportedPeriod[];
  currency: string;
}

/** Bars with their values and the reports that they are from. */
function Bars({ metric, periods, currency }: BarsProps) {
  const shapes = barShapes(periods.map((period) => period[metric.id] ?? null));
  return (
    <ol className={classes.bars} aria-label={`${metric.label} by period, oldest first`}>
      {periods.map((period, index) => {
        const shape = shapes[index];
        const value = period[metric.id];
        const growth = metric.kind === 'percent' ? null : yearOverYear(periods, metric, period);
        return (
          <li key={period.end}>
            <span className={classes.plot}>
              <span
                className={classes.top}
                style={{ height: `${100 - (shape ? shape.bottom + shape.height : 0)}%` }}
              >
                <span className={`num ${classes.value}`}>
                  {formatFigure(value, metric, currency)}
                  {isComputed(period, metric) && (
                    <sup title="Calculated by subtraction from reported figures">*</sup>
                  )}
                </span>
              </span>
              {shape && (
                <span
                  className={classes.bar}
                  data-negative={(value ?? 0) < 0 || undefined}
                  style={{ bottom: `${shape.bottom}%`, height: `${shape.height}%` }}
                />
              )}
            </span>
            <span className={classes.period}>
              <span className={classes.name}>{periodName(period)}</span>
              {growth !== null && (
                <span className={`num ${classes.yearly}`} title="Change from a year before">
                  <Change value={growth} decimals={1} />
                </span>
              )}
              <ReportLink period={period} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The form of the report, linked to the original. */
function ReportLink({ period }: { period: ReportedPeriod }) {
  const { form, filed, url, end, isRestated } = period;
  const text = `${form} filed ${formatDate(filed)}; period ends ${formatDate(end)}${isRestated ? '; restated' : ''}`;
  const name = isRestated ? `${form} ↻` : form;
  return (
    <Tooltip label={text}>
      {url ? (
        <a href={url} target="_blank" rel="noreferrer noopener" aria-label={`${periodName(period)}: ${text}`}>
          {name}
        </a>
      ) : (
        <span className={classes.form}>{name}</span>
      )}
    </Tooltip>
  );
}

interface NotesProps {
  fundamentals: CompanyFundamentals;
  metric: Metric;
  periods: readonly ReportedPeriod[];
}

function Notes({ fundamentals, metric, periods }: NotesProps) {
  const { source, currency, filer, hasShareClasses } = fundamentals;
  const notes = [
    `${filer ?? 'Figures'}${currency ? `, in ${currency}` : ''}. Source: ${sourceTitle(source ?? '')}.`,
    periods.some((period) => isComputed(period, metric)) &&
      '* Calculated by subtraction from reported figures, such as the year minus three quarters.',
    periods.some(({ isRestated }) => isRestated) &&
      '↻ Restated in a later report; the newest figure is shown.',
    hasShareClasses &&
      'The company has several listed securities; EPS may be that of a share of another class.',
  ];
  return <p className={classes.note}>{notes.filter(Boolean).join(' ')}</p>;
}

interface RatioListProps {
  ratios: NonNullable<CompanyFundamentals['ratios']>;
  currency: string | null | undefined;
  /** Day of the newest count of shares outstanding. */
  sharesAsOf: string | undefined;
}

/** Valuation ratios; each names its formula. */
function RatioList({ ratios, currency, sharesAsOf }: RatioListProps) {
  const { basis, end, fiscalYear, price, priceCurrency, marketCap, isMarketCapComputed, rate, values } =
    ratios;
  const period =
    basis === 'fiscal-year' ? `fiscal year ${fiscalYear}` : `four quarters to ${formatDate(end)}`;
  const counted = sharesAsOf ? ` on ${formatDate(sharesAsOf)}` : '';
  const basics = [
    `Twelve months: ${period}.`,
    price != null && `Price ${formatPrice(price, 2, { currency: priceCurrency })}`,
    marketCap != null &&
      `market cap ${formatMarketCap(marketCap, { currency: priceCurrency })}${isMarketCapComputed ? ` (price × shares outstanding${counted})` : ''}`,
    rate != null && `converted at ${formatNumber(rate, 4)} ${currency} per ${priceCurrency}`,
  ];
  const [first, ...rest] = basics.filter(Boolean);
  return (
    <div>
      <h3 className={classes.subtitle}>Ratios</h3>
      <dl className={classes.ratios}>
        {values.map(({ id, name, value, unit, formula, missing }) => (
          <Stat
            key={id}
            name={name}
            value={
              value == null ? UNKNOWN : unit === 'percent' ? formatRate(value, 1) : formatNumber(value, 1)
            }
            detail={missing ?? formula}
          />
        ))}
      </dl>
      <p className={classes.note}>{`${first} ${rest.length > 0 ? `${rest.join(', ')}.` : ''}`}</p>
    </div>
  );
}
