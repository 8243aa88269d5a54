import { sessionLineQuery } from '~/api/queries';
import type { HistoryPoint, PricePoint, Ticker } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import segmented from '~/components/Segmented.module.css';
import { useQuote } from '~/live/useQuote';
import { chartSentence, rangeChange, rangeDirection, spanName } from '~/market/chartChange';
import { formatPlainPrice } from '~/market/format';
import { rangeChoices } from '~/market/locale';
import { formatDate } from '~/market/time';
import { Change } from '~/widgets/Change';
import { DayLine, PriceLine } from '~/widgets/QuotePreview';
import classes from './QuoteSheet.module.css';
import { RANGES, rangeQuery, type SheetRange, useSheetRange } from './ranges';

const CHOICES = rangeChoices([...RANGES]);

/** A small price chart of a day, a week, a month or a year. */
export function SheetChart({ ticker }: { ticker: Ticker }) {
  const [range, choose] = useSheetRange();
  return (
    <div className={classes.chart}>
      <div className={classes.ranges}>
        <fieldset className={segmented.track} aria-label="Chart range">
          {CHOICES.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === range}
              onClick={() => choose(value as SheetRange)}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {range !== '1D' && <RangeChange ticker={ticker} range={range} />}
      </div>
      {range === '1D' ? (
        <>
          <DayLine ticker={ticker} />
          <DaySentence ticker={ticker} />
        </>
      ) : (
        <RangeLine ticker={ticker} range={range} />
      )}
    </div>
  );
}

interface RangeProps {
  ticker: Ticker;
  range: SheetRange;
}

/** The closes of a range up to the live price; undefined while loading. */
function useRange({ ticker, range }: RangeProps) {
  const { data } = useQuery(rangeQuery(ticker.id, range));
  const live = useQuote(ticker, ({ price, updatedAt }) => ({ price, updatedAt }));
  return data && withLivePrice(data, live);
}

function withLivePrice(
  history: readonly HistoryPoint[],
  { price, updatedAt }: Pick<Ticker, 'price' | 'updatedAt'>,
) {
  const points: PricePoint[] = history.map(({ timestamp, price: close }) => ({ timestamp, price: close }));
  if (price !== null && updatedAt !== null) points.push({ timestamp: updatedAt, price });
  const base = history[0]?.base?.price ?? points[0]?.price;
  return { points, base };
}

function RangeChange(props: RangeProps) {
  const found = useRange(props);
  if (!found || found.points.length < 2) return null;
  const { percentage } = rangeChange(found.points, found.base);
  return (
    <span className={classes.change}>
      <Change value={percentage} /> {spanName(props.range, '')}
    </span>
  );
}

function RangeLine({ ticker, range }: RangeProps) {
  const { points = [], base } = useRange({ ticker, range }) ?? {};
  const price = (value: number) => formatPlainPrice(value, ticker);
  const [first, last] = [points[0], points.at(-1)];
  const length = Math.max(1, points.length - 1);
  return (
    <>
      <PriceLine
        points={points.map((point, at) => ({ x: at / length, price: point.price }))}
        base={base ?? null}
        direction={rangeDirection(rangeChange(points, base))}
        labels={[
          first ? formatDate(first.timestamp) : '',
          base === undefined ? '' : `From ${price(base)}`,
          last ? formatDate(last.timestamp) : '',
        ]}
      />
      <p className="visually-hidden">{chartSentence(points, range, price, base)}</p>
    </>
  );
}

/** The chart of the day in a sentence. */
function DaySentence({ ticker }: { ticker: Ticker }) {
  const { data } = useQuery(sessionLineQuery(ticker.id));
  const price = (value: number) => formatPlainPrice(value, ticker);
  return (
    <p className="visually-hidden">
      {data && chartSentence(data.points, 'Day', price, data.previousClose ?? undefined)}
    </p>
  );
}
