import type { Ticker } from '~/api/types';
import { useQuote } from '~/live/useQuote';
import { formatPlainPrice } from '~/market/format';
import { positionInRange } from '~/market/positionInRange';
import classes from './QuotePreview.module.css';

interface Props {
  name: string;
  ticker: Ticker;
  low: number | null;
  high: number | null;
}

/** The price between a low and a high; the live price extends the range. */
export function Range({ name, ticker, low, high }: Props) {
  const price = useQuote(ticker, (quote) => quote.price);
  if (low === null || high === null || price === null) return null;
  const [from, to] = [Math.min(low, price), Math.max(high, price)];
  const text = (value: number) => formatPlainPrice(value, ticker);
  return (
    <div className={`num ${classes.range}`}>
      <p>
        <span>{text(from)}</span>
        <b>{name}</b>
        <span>{text(to)}</span>
      </p>
      <div className={classes.track} aria-hidden="true">
        <span style={{ left: `${100 * positionInRange(price, from, to)}%` }} />
      </div>
    </div>
  );
}
