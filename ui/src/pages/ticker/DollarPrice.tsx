import type { TickerDetail } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { useQuote } from '~/live/useQuote';
import { dollarNote } from '~/market/dollars';
import { formatPrice } from '~/market/format';
import classes from './QuoteHeader.module.css';

/** What a price of another currency is in dollars, by the rate that is followed; nothing where there is none. */
export function DollarPrice({ ticker }: { ticker: TickerDetail }) {
  const { price, decimals } = useQuote(ticker);
  const note = dollarNote(ticker, price, (dollars) => formatPrice(dollars, decimals));
  if (!note) return null;
  return (
    <Tooltip label={`In US dollars: ${note.rate}`}>
      <span className={`num ${classes.dollars}`} tabIndex={0} role="note">
        {note.amount}
      </span>
    </Tooltip>
  );
}
