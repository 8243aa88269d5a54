import type { TickerDetail } from '~/api/types';
import { Icon } from '~/components/Icon';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useMarketNow } from '~/live/useMarketNow';
import { useQuote } from '~/live/useQuote';
import { dayOf } from '~/market/day';
import { hoursSentence, PRICED_DAILY } from '~/market/session';
import { bothClocks, formatDate, timeOnBothClocks } from '~/market/time';
import { delayText } from '~/widgets/priceSource';
import { isAbroad, openingOf } from './foreign';
import classes from './QuoteHeader.module.css';

/**
 * The state of the ticker's exchange and when it changes, and the delay of its prices. If the exchange has another time than the
 * viewer, both clocks are shown, except on a phone; while the exchange is closed, they show when it opens. A mutual fund has one
 * price a day, so the day of its net asset value is shown instead.
 */
export function ExchangeHours({ ticker }: { ticker: TickerDetail }) {
  const now = useMarketNow();
  const isPhone = useIsPhone();
  const { type, timeZone, delayMinutes } = ticker;
  const hours = useQuote(ticker);
  const opening = isAbroad(ticker) && hours.session === 'closed' ? openingOf(hours, now) : undefined;
  const isFund = type === 'fund';
  const day = hours.updatedAt && formatDate(dayOf(hours.updatedAt, timeZone ?? undefined));
  const detail = isFund
    ? day && `Net asset value of ${day}`
    : !isPhone && timeZone && (opening ? timeOnBothClocks(opening, timeZone) : bothClocks(now, timeZone));
  return (
    <p className={classes.hours}>
      <b data-session={isFund ? undefined : hours.session}>
        {isFund ? PRICED_DAILY : hoursSentence(hours, now, ticker.schedule)}
      </b>
      {detail && <span className="num">{detail}</span>}
      {delayMinutes ? (
        <span className={classes.delay}>
          <Icon name="clock" size={13} /> {delayText(delayMinutes)}
        </span>
      ) : null}
    </p>
  );
}
