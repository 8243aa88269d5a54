import type { Ticker } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Tooltip } from '~/components/layer/Tooltip';
import { useFlash } from '~/live/useFlash';
import { useLiveQuote } from '~/live/useLiveQuote';
import { formatQuote } from '~/market/format';
import { Change } from './Change';
import classes from './LivePrice.module.css';
import { provenance } from './provenance';

/** A price that follows the live feed, flashes for one second, and says what it is on hover. */
export function LivePrice({ ticker, decimals }: { ticker: Ticker; decimals?: number }) {
  const quote = useLiveQuote(ticker);
  const flash = useFlash(quote.price);
  const digits = decimals ?? quote.decimals;
  const text = formatQuote(quote.type, quote.price, digits);
  return (
    <Tooltip label={<Provenance ticker={quote} />}>
      <span
        className={`num ${classes.price}`}
        data-flash={flash ?? undefined}
        data-stale={quote.stale || undefined}
      >
        {quote.stale && <Icon name="clock" size={14} />}
        {text}
      </span>
    </Tooltip>
  );
}

/** The 24h change that follows the live feed. */
export function LiveChange({ ticker, decimals = 2 }: { ticker: Ticker; decimals?: number }) {
  return <Change value={useLiveQuote(ticker).change24h} decimals={decimals} />;
}

function Provenance({ ticker }: { ticker: Ticker }) {
  return provenance(ticker).map((line) => <div key={line}>{line}</div>);
}
