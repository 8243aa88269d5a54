import type { EarningsEvent, TickerRow } from '~/api/types';
import { Link } from '~/components/Link';
import { type Day, formatUnderRelative, relativeDay } from '~/market/day';
import { conversion } from '~/market/displayCurrency';
import { formatMarketCap, formatPrice } from '~/market/format';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { TickerLogo } from '~/widgets/TickerLogo';
import { RowStar } from '~/widgets/WatchStar/RowStar';
import { OutcomeBadge, SessionBadge } from './badges';
import classes from './EventList.module.css';
import { isReported, outcomeOf } from './events';

interface Props {
  event: EarningsEvent;
  today: Day;
  /** Shows the date next to the name. */
  isDated: boolean;
  /** Shows a day heading above this and the following rows. */
  hasDayHeading: boolean;
  /** An upcoming report: only the estimate, which the heading names. */
  isBrief: boolean;
  /** The ticker with its current price. */
  ticker: TickerRow | undefined;
}

/** EARN-02: a report. The symbol and the whole row link to the ticker. */
export function EventRow({ event, today, isDated, hasDayHeading, isBrief, ticker }: Props) {
  return (
    <li>
      {hasDayHeading && (
        <div className={classes.day}>
          <h3>
            {relativeDay(event.date, today)} <span>{formatUnderRelative(event.date, today)}</span>
          </h3>
          {isBrief && <span>Estimated EPS</span>}
        </div>
      )}
      <div className={classes.event} data-brief={isBrief || undefined}>
        <TickerLogo of={{ symbol: event.symbol, type: 'stock' }} size={32} />
        <div className={classes.who}>
          <div className={classes.name}>
            <div className={classes.symbol}>
              <Link to={paths.ticker(event.symbol)}>{event.symbol}</Link>
              <SessionBadge time={event.time} />
            </div>
            <p>{event.name}</p>
          </div>
          {event.tickerId !== null && (
            <span className={classes.star}>
              <RowStar ticker={{ id: event.tickerId, symbol: event.symbol }} />
            </span>
          )}
        </div>
        {isDated && (
          <p className={classes.when}>
            <strong>{relativeDay(event.date, today)}</strong>
            <span>{formatUnderRelative(event.date, today)}</span>
          </p>
        )}
        {isBrief ? (
          <UpcomingFigures event={event} ticker={ticker} />
        ) : (
          <>
            <Figures event={event} />
            <div className={classes.outcome}>
              <OutcomeBadge outcome={outcomeOf(event, today)} />
            </div>
          </>
        )}
      </div>
    </li>
  );
}

/** The market cap, price and estimate of a company that will report. */
function UpcomingFigures({ event, ticker }: Pick<Props, 'event' | 'ticker'>) {
  return (
    <dl className={`num ${classes.figures} ${classes.coming}`}>
      <div>
        <dt>Market Cap</dt>
        <dd>{ticker && <MarketCap ticker={ticker} />}</dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>{ticker && <LivePrice ticker={ticker} />}</dd>
      </div>
      <div>
        <dt>Change</dt>
        <dd>{ticker && <LiveChange ticker={ticker} />}</dd>
      </div>
      <div>
        <dt>Estimated EPS</dt>
        <dd>{formatPrice(event.estimatedEPS, 2, event)}</dd>
      </div>
    </dl>
  );
}

/** Market cap in the company's currency; the converted amount and the exchange rate on hover. */
function MarketCap({ ticker }: { ticker: TickerRow }) {
  const converted = conversion(ticker, ticker.marketCap, formatMarketCap);
  return (
    <span title={converted && `${converted.amount} (${converted.rate})`}>
      {formatMarketCap(ticker.marketCap, ticker)}
    </span>
  );
}

function Figures({ event }: { event: EarningsEvent }) {
  return (
    <dl className={`num ${classes.figures}`}>
      <div>
        <dt>Estimated EPS</dt>
        <dd>{formatPrice(event.estimatedEPS, 2, event)}</dd>
      </div>
      {isReported(event) && (
        <>
          <div>
            <dt>Actual EPS</dt>
            <dd>{formatPrice(event.actualEPS, 2, event)}</dd>
          </div>
          <div>
            <dt>Surprise</dt>
            <dd>
              <Change value={event.surprise} />
              <SurpriseBar value={event.surprise} />
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}

/** A surprise of this many percent fills half of the bar. */
const FULL_BAR_PERCENT = 15;

/** A bar from the middle to the surprise. */
function SurpriseBar({ value }: { value: number | null | undefined }) {
  if (value === null || value === undefined) return null;
  const width = (50 * Math.min(Math.abs(value), FULL_BAR_PERCENT)) / FULL_BAR_PERCENT;
  return (
    <span className={classes.bar} data-down={value < 0 || undefined} aria-hidden="true">
      <i style={{ width: `${width}%` }} />
    </span>
  );
}
