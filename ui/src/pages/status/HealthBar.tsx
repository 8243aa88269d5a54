import type { ServerStatus } from '~/api/types';
import { useMarketNow } from '~/live/useMarketNow';
import classes from './StatusPage.module.css';
import { meansOk, nextTry, priceCounts, readableReasons, until } from './status';

const WORDS = {
  ok: ['Working', ''],
  degraded: ['Degraded', 'The server works, with something missing.'],
  failing: ['Failing', 'The server cannot do its work.'],
} as const;

/** The state of the whole in a word, why, and when a failing source is asked again. */
export function HealthBar({ status: { health, reasons, providers, tickers } }: { status: ServerStatus }) {
  const now = useMarketNow();
  const [word, means] = WORDS[health];
  const { all, current } = priceCounts(tickers);
  const again = nextTry(providers);
  return (
    <div
      className={classes.health}
      data-health={health}
      data-partly={current < all || undefined}
      role="status"
    >
      <strong>{word}</strong>
      <p>{reasons.length > 0 ? readableReasons(reasons) : means || meansOk(tickers)}</p>
      {again && <span className="num">Next try {until(again, now)}</span>}
    </div>
  );
}
