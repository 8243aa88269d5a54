import type { TickerDetail } from '~/api/types';
import { useTickDirection } from '~/live/useFlash';
import { useQuote } from '~/live/useQuote';
import { LivePrice } from '~/widgets/LivePrice';
import classes from './QuoteHeader.module.css';

/** Number of characters from which a price is too long for the largest font on a phone. */
const LONG_FROM = 10_000;
const SIGNS = { up: '+', down: '\u2212' } as const;

/** TICK-11: the live price; for one second after a tick, its direction sign is shown before it. */
export function HeadlinePrice({ ticker }: { ticker: TickerDetail }) {
  const price = useQuote(ticker, (quote) => quote.price);
  return (
    <div
      className={classes.price}
      data-long={(price !== null && price >= LONG_FROM) || undefined}
      data-testid="quote-price"
    >
      <Sign price={price} />
      {price === null ? <span className={classes.noPrice}>No price yet</span> : <LivePrice ticker={ticker} />}
    </div>
  );
}

/** Always rendered: adding and removing it would recalculate the styles of the whole page. */
function Sign({ price }: { price: number | null }) {
  const direction = useTickDirection(price);
  return (
    <span className={classes.sign} data-direction={direction ?? undefined} data-testid="price-sign">
      {direction && SIGNS[direction]}
    </span>
  );
}
