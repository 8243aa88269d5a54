import type { TickerDetail } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { useQuote } from '~/live/useQuote';
import { conversion } from '~/market/displayCurrency';
import { formatPrice } from '~/market/format';
import { currencyName } from '~/market/locale';
import classes from './QuoteHeader.module.css';

/** A price converted to the display currency with its exchange rate; nothing if there is no rate. */
export function ConvertedPrice({ ticker }: { ticker: TickerDetail }) {
  const { price, decimals } = useQuote(ticker);
  const converted = conversion(ticker, price, (amount, money) => formatPrice(amount, decimals, money));
  if (!converted) return null;
  return (
    <Tooltip label={`In ${currencyName(ticker.displayRate?.currency ?? '')}: ${converted.rate}`}>
      <span className={`num ${classes.converted}`} tabIndex={0} role="note">
        {converted.amount}
      </span>
    </Tooltip>
  );
}
