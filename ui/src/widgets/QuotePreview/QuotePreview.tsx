import type { ReactNode } from 'react';
import { earningsQuery, tickerQuery } from '~/api/queries';
import type { EarningsEvent, TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { useDayChange } from '~/live/useDayChange';
import { useMarketDay } from '~/live/useMarketDay';
import { useQuote } from '~/live/useQuote';
import { type Day, formatShortDay, tradingDays } from '~/market/day';
import { volumeName } from '~/market/dayChange';
import { formatMarketCap, formatMove, formatVolumeOf, typeName } from '~/market/format';
import { phaseOf } from '~/market/session';
import { ExtendedPrice } from '~/widgets/ExtendedPrice';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { TickerLogo } from '~/widgets/TickerLogo';
import { DayLine } from './DayLine';
import classes from './QuotePreview.module.css';
import { Range } from './Range';

interface Props {
  row: TickerRow;
  /** Next to the name: a star or a close button. */
  aside?: ReactNode;
  /**
   * Makes the quote a long one: the chart and facts to show in place of the line of the day and the key facts. A long quote also shows
   * the 52-week range and the price after hours.
   */
  long?: { chart: ReactNode; facts: ReactNode };
}

/** A compact live quote: price, line of the day, range and key facts. */
export function QuotePreview({ row, aside, long }: Props) {
  const { data: detail } = useQuery(tickerQuery(row.symbol));
  const kind = long ? [typeName(row.type), row.sector] : [];
  const listingText = [row.symbol, row.exchange, ...kind].filter(Boolean).join(', ');
  return (
    <div className={classes.glance}>
      <div className={classes.head}>
        <TickerLogo of={row} size={36} />
        <div className={classes.names}>
          <strong>{row.name}</strong>
          <span>{listingText}</span>
        </div>
        {aside}
      </div>
      <div>
        <p className={classes.price}>
          <LivePrice ticker={row} />
        </p>
        <p className={classes.change}>
          <LiveChange ticker={row} />
          <MoveToday row={row} previousClose={detail?.previousClose ?? null} />
        </p>
        {long && <ExtendedPrice ticker={row} className={classes.extended} />}
      </div>
      {long ? long.chart : <DayLine ticker={row} />}
      {detail && <Range name="Day’s range" ticker={row} low={detail.dayLow} high={detail.dayHigh} />}
      {detail && long && <Range name="52 weeks" ticker={row} low={detail.yearLow} high={detail.yearHigh} />}
      {long ? long.facts : <Facts row={row} />}
      <p className={classes.source}>
        {row.type === 'fund' || !row.source
          ? phaseOf(row)
          : `${sourceName(row)}, ${phaseOf(row).toLowerCase()}`}
      </p>
    </div>
  );
}

const sourceName = ({ source, isSample }: TickerRow) => (isSample ? 'Sample data' : source);

function MoveToday({ row, previousClose }: { row: TickerRow; previousClose: number | null }) {
  const price = useQuote(row, (quote) => quote.price);
  const { period } = useDayChange(row);
  if (price === null || previousClose === null) return null;
  const move = formatMove(row, price - previousClose, row.decimals);
  return (
    <span className="num">
      {move} {period}
    </span>
  );
}

function Facts({ row }: { row: TickerRow }) {
  const { marketCap, volume24h } = useQuote(row, (quote) => ({
    marketCap: quote.marketCap,
    volume24h: quote.volume24h,
  }));
  const { data: earnings } = useQuery({ ...earningsQuery, enabled: row.type === 'stock' });
  const today = useMarketDay(tradingDays(row));
  const next = earnings && today && nextEarnings(earnings, row.id, today);
  const volume = formatVolumeOf(row, volume24h);
  return (
    <dl className={classes.facts}>
      {marketCap !== null && <Fact name="Market cap" value={formatMarketCap(marketCap, row)} />}
      {volume24h !== null && <Fact name={volumeName(row.type)} value={volume} />}
      <Fact name="Week" value={<LiveChange ticker={row} over="7d" />} />
      {next && <Fact name="Next earnings" value={formatShortDay(next, today)} />}
    </dl>
  );
}

/** The date of the next earnings announcement. */
function nextEarnings(events: readonly EarningsEvent[], tickerId: number, today: Day): Day | undefined {
  return events
    .filter((event) => event.tickerId === tickerId && event.actualEPS === null && event.date >= today)
    .map(({ date }) => date)
    .toSorted()[0];
}

export function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}
