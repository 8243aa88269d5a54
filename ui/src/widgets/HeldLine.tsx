import type { Position, TickerDetail } from '~/api/types';
import { Link } from '~/components/Link';
import { useQuote } from '~/live/useQuote';
import { heldGainPercent, heldOf } from '~/market/heldEntry';
import { paths } from '~/paths';
import { Amount, Quantity } from './Amount';
import { Change } from './Change';
import classes from './HeldLine.module.css';

interface Props {
  ticker: TickerDetail;
  /** The holding in the ticker, in all lists. */
  positions: readonly Position[];
}

/** 'You own 10 at $150.00, gain +12.30%', with a link to all holdings. */
export function HeldLine({ ticker, positions }: Props) {
  const held = heldOf(positions);
  const gain = useQuote(ticker, (quote) => (held ? heldGainPercent({ ...quote, ...held }) : null));
  if (!held) return null;
  return (
    <p className={classes.line}>
      <Link to={paths.holdings}>
        You own{' '}
        <b className="num">
          <Quantity value={held.quantity} />
        </b>
        {held.cost !== null && (
          <>
            {' '}
            at{' '}
            <b className="num">
              <Amount
                value={held.cost}
                currency={ticker.currency}
                decimals={ticker.decimals}
                priceUnit={ticker.priceUnit}
              />
            </b>
          </>
        )}
      </Link>
      {gain !== null && (
        <span>
          Gain <Change value={gain} />
        </span>
      )}
    </p>
  );
}
