import type { TickerDetail } from '~/api/types';
import { useFlash } from '~/live/useFlash';
import { useLiveQuote } from '~/live/useLiveQuote';
import { LivePrice } from '~/widgets/LivePrice';
import classes from './QuoteHeader.module.css';

const SIGNS = { up: '+', down: '\u2212' } as const;

/** TICK-11: the live price; for one second after a tick its sign stands before it. */
export function BigPrice({ ticker }: { ticker: TickerDetail }) {
  const flash = useFlash(useLiveQuote(ticker).price);
  return (
    <div className={classes.price} data-testid="quote-price">
      {flash && (
        <span className={classes.sign} data-flash={flash} data-testid="price-sign">
          {SIGNS[flash]}
        </span>
      )}
      <LivePrice ticker={ticker} />
    </div>
  );
}
