import type { TickerDetail } from '~/api/types';
import { useMarketNow } from '~/live/useMarketNow';
import { useQuote } from '~/live/useQuote';
import { dayOf } from '~/market/day';
import { hoursSentence, PRICED_DAILY } from '~/market/session';
import { bothClocks, formatDate } from '~/market/time';
import { delayText } from '~/widgets/provenance';
import classes from './QuoteHeader.module.css';

/**
 * Whether the ticker's exchange is open and until when, its clock where it is another than ours, and how late its prices
 * are. A mutual fund has a price once a day: there the day of its net asset value.
 */
export function ExchangeHours({ ticker }: { ticker: TickerDetail }) {
  const now = useMarketNow();
  const { type, timeZone, delayMinutes } = ticker;
  const hours = useQuote(ticker, ({ session, nextSession, sessionEndsAt, updatedAt }) => ({
    session,
    nextSession,
    sessionEndsAt,
    updatedAt,
  }));
  const isFund = type === 'fund';
  const day = hours.updatedAt && formatDate(dayOf(hours.updatedAt, timeZone ?? undefined));
  const beside = isFund ? day && `Net asset value of ${day}` : timeZone && bothClocks(now, timeZone);
  return (
    <p className={classes.hours}>
      <b data-session={isFund ? undefined : hours.session}>
        {isFund ? PRICED_DAILY : hoursSentence(hours, now)}
      </b>
      {beside && <span className="num">{beside}</span>}
      {delayMinutes ? <span className={classes.delay}>{delayText(delayMinutes)}</span> : null}
    </p>
  );
}
