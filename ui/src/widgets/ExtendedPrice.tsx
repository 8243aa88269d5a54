import type { Ticker } from '~/api/types';
import { useFlash } from '~/live/useFlash';
import { useQuote } from '~/live/useQuote';
import { formatQuote } from '~/market/format';
import { phaseName } from '~/market/session';
import { formatClock } from '~/market/time';
import { Change } from './Change';

interface Props {
  ticker: Ticker;
  className: string | undefined;
}

/** The pre-market or after-hours price with its change since the close; hidden if there is none. */
export function ExtendedPrice({ ticker, className }: Props) {
  const extended = useQuote(ticker, (quote) => quote.extended);
  const flash = useFlash<HTMLElement>(extended?.price ?? null);
  if (!extended) return null;
  return (
    <p className={className}>
      <span>{phaseName(extended.session)}</span>
      <strong className="num" ref={flash}>
        {formatQuote(ticker, extended.price, ticker.decimals)}
      </strong>
      <Change value={extended.change} />
      <span className="num">{formatClock(extended.updatedAt)}, vs. close</span>
    </p>
  );
}
