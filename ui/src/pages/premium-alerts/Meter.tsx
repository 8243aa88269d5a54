import type { Alert, TickerDetail } from '~/api/types';
import { useQuote } from '~/live/useQuote';
import classes from './Alerts.module.css';
import { measure } from './measure';

/** How far an alert is from firing, by the live quote: where its value is now, how far away, and a bar. */
export function Meter({ alert, ticker }: { alert: Alert; ticker: TickerDetail }) {
  const shown = useQuote(ticker, (quote) => measure(alert, quote));
  if (!shown) return null;
  const { now, away, fill, isNear } = shown;
  return (
    <>
      <p className={`num ${classes.figures}`}>
        <span>{now}</span> <span data-near={isNear || undefined}>{away}</span>
      </p>
      <span className={classes.bar} data-near={isNear || undefined} aria-hidden="true">
        <span style={{ width: `${fill}%` }} />
      </span>
    </>
  );
}
