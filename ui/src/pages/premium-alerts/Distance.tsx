import type { Alert, Ticker } from '~/api/types';
import { useQuote } from '~/live/useQuote';
import { formatQuote, formatRate } from '~/market/format';
import classes from './Alerts.module.css';

/** How far the live price is from an alert's line: ', now $98.20, 1.83% away'. */
export function Distance({ alert, ticker }: { alert: Alert; ticker: Ticker }) {
  const price = useQuote(ticker, (quote) => quote.price);
  const onPrice = alert.type === 'price' && alert.condition !== 'percent_change';
  if (!onPrice || alert.value === null || price === null || price <= 0) return null;
  const away = Math.abs(alert.value / price - 1) * 100;
  return (
    <span className={`num ${classes.away}`}>
      {' '}
      now {formatQuote(ticker, price, ticker.decimals)}, {formatRate(away)} away
    </span>
  );
}
