import type { FearGreed } from '~/api/types';
import { formatDateTime } from '~/market/time';
import classes from './FearGreed.module.css';

/** What the reading was taken from. */
const MARKETS: Readonly<Record<string, string>> = {
  stocks: 'the US stock market',
  crypto: 'the crypto market',
};

/** Of which market a reading is, and when it was true. */
export function FearGreedOrigin({ reading }: { reading: FearGreed }) {
  return (
    <p className={classes.origin}>
      Fear &amp; Greed of {MARKETS[reading.market] ?? reading.market}, {formatDateTime(reading.asOf)}
    </p>
  );
}
