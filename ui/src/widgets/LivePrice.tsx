import type { Ticker } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Tooltip } from '~/components/layer/Tooltip';
import { useFlash } from '~/live/useFlash';
import { useIsOverLimit } from '~/live/useLiveStatus';
import { useQuote } from '~/live/useQuote';
import { formatMove, formatQuote } from '~/market/format';
import { Change } from './Change';
import classes from './LivePrice.module.css';
import { provenance } from './priceSource';

/** A live price that flashes for one second on change, with details on hover. */
export function LivePrice({ ticker, decimals }: { ticker: Ticker; decimals?: number }) {
  const { price, stale } = useQuote(ticker, (quote) => ({ price: quote.price, stale: quote.stale }));
  const isOverLimit = useIsOverLimit(ticker.id);
  const flash = useFlash<HTMLSpanElement>(price);
  return (
    <Tooltip label={<Provenance ticker={ticker} />}>
      <span ref={flash} className={`num ${classes.price}`} data-stale={stale || undefined}>
        {(stale || isOverLimit) && <Icon name="clock" size={14} />}
        {formatQuote(ticker, price, decimals ?? ticker.decimals)}
        {stale && <span className="visually-hidden">, stale</span>}
        {isOverLimit && <span className="visually-hidden">, not live</span>}
      </span>
    </Tooltip>
  );
}

interface LiveChangeProps {
  ticker: Ticker;
  over?: '24h' | '7d';
  badge?: boolean;
}

/** A live change: in percent, or as an amount if a price below zero has no percentage. */
export function LiveChange({ ticker, over = '24h', badge = false }: LiveChangeProps) {
  const { percent, amount } = useQuote(ticker, (quote) => ({
    percent: quote[`change${over}`],
    amount: quote[`move${over}`],
  }));
  if (percent !== null || amount === null) return <Change value={percent} badge={badge} />;
  const { decimals } = ticker;
  return (
    <Change value={amount} text={formatMove(ticker, amount, decimals)} decimals={decimals} badge={badge} />
  );
}

/** The source and time of a price, in a tooltip; follows the quote only while shown. */
export function Provenance({ ticker }: { ticker: Ticker }) {
  const lines = provenance(useQuote(ticker));
  if (useIsOverLimit(ticker.id))
    lines.push('Not live: this page shows more prices than the server sends live');
  return lines.map((line) => <div key={line}>{line}</div>);
}
