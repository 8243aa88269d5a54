import type { Ticker } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Tooltip } from '~/components/layer/Tooltip';
import { useFlash } from '~/live/useFlash';
import { useIsRefused } from '~/live/useLiveStatus';
import { useQuote } from '~/live/useQuote';
import { formatQuote } from '~/market/format';
import { Change } from './Change';
import classes from './LivePrice.module.css';
import { provenance } from './provenance';

/** A price that follows the live feed, flashes for one second, and says what it is on hover. */
export function LivePrice({ ticker, decimals }: { ticker: Ticker; decimals?: number }) {
  const { price, stale } = useQuote(ticker, (quote) => ({ price: quote.price, stale: quote.stale }));
  const notLive = useIsRefused(ticker.id);
  const flash = useFlash<HTMLSpanElement>(price);
  return (
    <Tooltip label={<Provenance ticker={ticker} />}>
      <span ref={flash} className={`num ${classes.price}`} data-stale={stale || undefined}>
        {(stale || notLive) && <Icon name="clock" size={14} />}
        {formatQuote(ticker, price, decimals ?? ticker.decimals)}
        {stale && <span className="visually-hidden">, stale</span>}
        {notLive && <span className="visually-hidden">, not live</span>}
      </span>
    </Tooltip>
  );
}

/** The 24h change that follows the live feed. */
export function LiveChange({ ticker, decimals = 2 }: { ticker: Ticker; decimals?: number }) {
  return <Change value={useQuote(ticker, (quote) => quote.change24h)} decimals={decimals} />;
}

/** What a ticker's price is, in a tooltip: only while that shows it follows the quote. */
export function Provenance({ ticker }: { ticker: Ticker }) {
  const lines = provenance(useQuote(ticker));
  if (useIsRefused(ticker.id)) lines.push('Not live: this page shows more prices than the server sends live');
  return lines.map((line) => <div key={line}>{line}</div>);
}
