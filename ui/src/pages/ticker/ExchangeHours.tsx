import type { TickerDetail } from '~/api/types';
import { useMarketNow } from '~/live/useMarketNow';
import { useQuote } from '~/live/useQuote';
import { hoursSentence } from '~/market/session';
import { bothClocks } from '~/market/time';
import { delayText } from '~/widgets/provenance';
import classes from './QuoteHeader.module.css';

/** Whether the ticker's exchange is open and until when, its clock where it is another than ours, and how late its prices are. */
export function ExchangeHours({ ticker }: { ticker: TickerDetail }) {
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
