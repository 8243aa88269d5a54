import type { TickerDetail } from '~/api/types';
import { useMarketNow } from '~/live/useMarketNow';
import { useQuote } from '~/live/useQuote';
import { dayOf } from '~/market/day';
import { hoursSentence, PRICED_DAILY } from '~/market/session';
import { bothClocks, formatDate } from '~/market/time';
import { delayText } from '~/widgets/provenance';
import classes from './QuoteHeader.module.css';

/** When the price is made: a mutual fund's once a day, others while their exchange is open. */
export function ExchangeHours({ ticker }: { ticker: TickerDetail }) {
  return ticker.type === 'fund' ? <ValueDay ticker={ticker} /> : <Hours ticker={ticker} />;
}

/** The day whose net asset value the price is. */
function ValueDay({ ticker }: { ticker: TickerDetail }) {
  const updatedAt = useQuote(ticker, (quote) => quote.updatedAt);
  const day = updatedAt && formatDate(dayOf(updatedAt, ticker.timeZone ?? undefined));
  return (
    <p className={classes.hours}>
      <b>{PRICED_DAILY}</b>
      {day && <span>Net asset value of {day}</span>}
    </p>
  );
}

/** Whether the ticker's exchange is open and until when, its clock where it is another than ours, and how late its prices are. */
function Hours({ ticker }: { ticker: TickerDetail }) {
  const now = useMarketNow();
  const hours = useQuote(ticker, ({ session, nextSession, sessionEndsAt }) => ({
    session,
    nextSession,
    sessionEndsAt,
  }));
  const { timeZone, delayMinutes } = ticker;
  const clocks = timeZone && bothClocks(now, timeZone);
  return (
    <p className={classes.hours}>
      <b data-session={hours.session}>{hoursSentence(hours, now)}</b>
      {clocks && <span className="num">{clocks}</span>}
      {delayMinutes ? <span className={classes.delay}>{delayText(delayMinutes)}</span> : null}
    </p>
  );
}
