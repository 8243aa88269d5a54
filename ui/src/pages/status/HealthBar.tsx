import type { ProviderHealth, ServerStatus } from '~/api/types';
import { Icon } from '~/components/Icon';
import { useMarketNow } from '~/live/useMarketNow';
import classes from './StatusPage.module.css';
import {
  nextRequest,
  readableReasons,
  since,
  stalePriceSummary,
  unhealthySince,
  until,
  workingWord,
} from './status';

const STATE_HINTS = {
  ok: '',
  degraded: 'The server is running, but part of it has a problem.',
  failing: "The server isn't working.",
} as const;
const STATE_LABELS = { degraded: 'Degraded', failing: 'Failing' } as const;

interface Props {
  status: ServerStatus;
  /** The sources, including their stale state. */
  sources: readonly ProviderHealth[];
}

/**
 * The overall state in a word, its effect on prices, its reasons and start, and the next request to a failing source.
 */
export function HealthBar({ status: { health, reasons, tickers }, sources }: Props) {
  const now = useMarketNow();
  const stateText = health === 'ok' ? workingWord(tickers) : STATE_LABELS[health];
  const priceSummary = stalePriceSummary(tickers, now);
  const reasonText = reasons.length > 0 ? readableReasons(reasons) : STATE_HINTS[health];
  const failingSince = unhealthySince(sources, reasons);
  const nextRequestAt = nextRequest(sources);
  const times = [
    failingSince && since(failingSince, now),
    nextRequestAt && `next request ${until(nextRequestAt, now)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <div
      className={classes.health}
      data-health={health}
      data-partly={(health === 'ok' && priceSummary !== '') || undefined}
      data-old={(health === 'ok' && sources.some(({ state }) => state === 'outdated')) || undefined}
      role="status"
    >
      <strong>
        <Icon name={health === 'ok' ? 'check' : 'warning'} size={20} />
        {stateText}
      </strong>
      <p>{[priceSummary, reasonText].filter(Boolean).join(' ') || 'Prices are arriving and being saved.'}</p>
      {times && <span className="num">{times[0]?.toUpperCase() + times.slice(1)}</span>}
    </div>
  );
}
