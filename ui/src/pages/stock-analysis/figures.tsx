import type { ReactNode } from 'react';
import type { CompanyFundamentals, PricePoint, TickerDetail, TickerRow } from '~/api/types';
import { changeOver } from '~/market/changeOver';
import { formatMarketCap, formatNumber, formatPercent, formatRate, formatVolumeOf } from '~/market/format';
import { formatFigure, METRICS, type Metric, periodName, yearOverYear } from '~/market/fundamentals';
import { percentApart } from '~/market/measure';
import { correlation, maxDrawdown, monthsBefore } from '~/market/priceStatistics';
import { formatDate } from '~/market/time';
import { Change } from '~/widgets/Change';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { YearRange, yearPosition } from './YearRange';

/** A compared ticker with its newest quote, and its details, daily closes and reports once loaded. */
export interface Compared extends TickerRow {
  detail: TickerDetail | undefined;
  /** Daily closes of five years, and the one before. */
  closes: readonly PricePoint[];
  reports: CompanyFundamentals | undefined;
}

/** A row of the table, which is a column of its CSV file. */
export interface Figure {
  key: string;
  title: string;
  tip?: string;
  value: (ticker: Compared) => number | string | null | undefined;
  /** Not called if the value is unknown. */
  render: (ticker: Compared) => ReactNode;
  /** Which value is marked as the best one; none by default. */
  best?: 'highest' | 'lowest';
}

export interface FigureGroup {
  title: string;
  figures: readonly Figure[];
}

/** A figure whose text is a format of its value. */
const number = (
  key: string,
  title: string,
  value: (ticker: Compared) => number | null | undefined,
  format: (value: number, ticker: Compared) => ReactNode,
  rest: Pick<Figure, 'tip' | 'best'> = {},
): Figure => ({ key, title, value, render: (ticker) => format(value(ticker) as number, ticker), ...rest });

/** A change since `from`, relative to the last close before. */
const change = (title: string, from: number): Figure =>
  number(
    title,
    title,
    ({ closes, price }) => changeOver(closes, price, from),
    (value) => <Change value={value} />,
    { best: 'highest' },
  );

const ratio = (id: string) => (ticker: Compared) =>
  ticker.reports?.ratios?.values.find((each) => each.id === id)?.value;
const newestYear = ({ reports }: Compared) => reports?.years[0];

/** A figure of the newest fiscal year, in the currency of the report. */
const reported = (metric: Metric): Figure =>
  number(
    metric.id,
    metric.label,
    (ticker) => newestYear(ticker)?.[metric.id],
    (value, { reports, currency }) => formatFigure(value, metric, reports?.currency ?? currency),
    metric.kind === 'percent' ? { best: 'highest' } : {},
  );

const REVENUE = METRICS[0] as Metric;

/** STCK-04: all rows of the comparison. `now` is the market's time; correlations are with the first ticker, `reference`. */
export function figureGroups(now: number, reference: Compared): readonly FigureGroup[] {
  const yearAgo = monthsBefore(now, 12);
  const ofYear = (closes: readonly PricePoint[]) =>
    closes.filter(({ timestamp }) => Date.parse(timestamp) >= yearAgo);
  return [
    {
      title: 'Price and performance',
      figures: [
        {
          key: 'price',
          title: 'Price',
          value: ({ price }) => price,
          render: (row) => <LivePrice ticker={row} />,
        },
        {
          key: '24h',
          title: 'Change',
          value: ({ change24h, move24h }) => change24h ?? move24h,
          render: (row) => <LiveChange ticker={row} />,
          best: 'highest',
        },
        {
          key: '7d',
          title: '7d Change',
          value: ({ change7d, move7d }) => change7d ?? move7d,
          render: (row) => <LiveChange ticker={row} over="7d" />,
          best: 'highest',
        },
        change('1M', monthsBefore(now, 1)),
        change('3M', monthsBefore(now, 3)),
        change('YTD', Date.UTC(new Date(now).getUTCFullYear(), 0, 1) - 1),
        change('1Y', yearAgo),
        change('5Y', monthsBefore(now, 60)),
      ],
    },
    {
      title: 'Range and risk',
      figures: [
        {
          key: 'year',
          title: '52-week range',
          value: yearPosition,
          render: (ticker) => <YearRange ticker={ticker} />,
        },
        number(
          'from-high',
          'From 52-week high',
          ({ price, detail }) => percentApart(price, Math.max(detail?.yearHigh ?? Number.NaN, price ?? 0)),
          (value) => formatPercent(value),
          { best: 'highest' },
        ),
        number(
          'volatility',
          '30-day volatility',
          ({ detail }) => detail?.volatility30d,
          (value) => formatRate(value),
          {
            best: 'lowest',
            tip: 'Standard deviation of the daily changes',
          },
        ),
        number(
          'drawdown',
          'Max. drawdown, 1Y',
          ({ closes }) => maxDrawdown(ofYear(closes)),
          (value) => formatPercent(value),
          {
            best: 'highest',
            tip: 'Largest fall from a daily close to a later one in the last year',
          },
        ),
        number(
          'rsi',
          'RSI (14)',
          ({ detail }) => detail?.rsi14,
          (value) => formatNumber(value, 0),
          {
            tip: 'Relative strength index over 14 daily closes: above 70 is overbought, below 30 oversold',
          },
        ),
        number(
          'correlation',
          `Correlation with ${reference.symbol}`,
          ({ id, closes }) =>
            id === reference.id ? null : correlation(ofYear(closes), ofYear(reference.closes)),
          (value) => formatNumber(value),
          { tip: 'Of the daily changes in the last year: 1 moves in step, 0 is unrelated, −1 is opposite' },
        ),
      ],
    },
    {
      title: 'Fundamentals',
      figures: [
        number('cap', 'Market Cap', ({ marketCap }) => marketCap, formatMarketCap),
        number(
          'volume',
          'Volume',
          ({ volume24h }) => volume24h,
          (value, ticker) => formatVolumeOf(ticker, value),
        ),
        number('pe', 'P/E', ratio('priceToEarnings'), (value) => formatNumber(value, 1), {
          best: 'lowest',
          tip: 'Price ÷ diluted earnings per share of twelve months',
        }),
        number('ps', 'P/S', ratio('priceToSales'), (value) => formatNumber(value, 1), {
          best: 'lowest',
          tip: 'Market cap ÷ revenue of twelve months',
        }),
        number(
          'yield',
          'Dividend yield',
          ({ detail }) => detail?.trailingDividends?.yield,
          (value) => formatRate(value),
          {
            best: 'highest',
            tip: 'Paid in the last 12 months, as a percentage of the price',
          },
        ),
      ],
    },
    {
      title: 'Last fiscal year',
      figures: [
        {
          key: 'period',
          title: 'Period',
          value: (ticker) => newestYear(ticker)?.end,
          render: (ticker) => {
            const year = newestYear(ticker);
            return (
              year && <span title={`${year.form}; year to ${formatDate(year.end)}`}>{periodName(year)}</span>
            );
          },
          tip: 'Fiscal year, as the company numbers it',
        },
        reported(REVENUE),
        number(
          'growth',
          'Revenue growth',
          ({ reports }) => yearOverYear(reports?.years ?? [], REVENUE),
          (value) => formatPercent(value),
          { best: 'highest', tip: 'Change from the previous fiscal year' },
        ),
        ...METRICS.slice(1).map(reported),
      ],
    },
  ];
}

/**
 * Returns the best of the known values; null if fewer than two are known or all are the same. A negative ratio is never the lowest:
 * it comes from a loss.
 */
export function bestValue({ value, best }: Figure, tickers: readonly Compared[]): number | null {
  if (!best) return null;
  const values = tickers
    .map(value)
    .filter((each) => typeof each === 'number' && (best === 'highest' || each > 0)) as number[];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length < 2 || low === high) return null;
  return best === 'highest' ? high : low;
}
