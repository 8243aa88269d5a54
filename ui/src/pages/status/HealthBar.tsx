import type { ServerStatus } from '~/api/types';
import { Icon } from '~/components/Icon';
import { useMarketNow } from '~/live/useMarketNow';
import classes from './StatusPage.module.css';
import { harm, nextTry, readableReasons, until, workingWord } from './status';

const MEANS = {
  ok: '',
  degraded: 'The server works, with something missing.',
  failing: 'The server cannot do its work.',
} as const;
const WORDS = { degraded: 'Degraded', failing: 'Failing' } as const;

/** The state of the whole in a word, what it costs the reader, why, and when a failing source is asked again. */
export function HealthBar({ status: { health, reasons, providers, tickers } }: { status: ServerStatus }) {
  const now = useMarketNow();
  const word = health === 'ok' ? workingWord(tickers) : WORDS[health];
  const harmed = harm(tickers);
  const why = reasons.length > 0 ? readableReasons(reasons) : MEANS[health];
  const again = nextTry(providers);
  return (
    <div
      className={classes.health}
      data-health={health}
      data-partly={(health === 'ok' && harmed !== '') || undefined}
      role="status"
    >
      <strong>
        {health !== 'ok' && <Icon name="warning" size={20} />}
        {word}
      </strong>
      <p>{[harmed, why].filter(Boolean).join(' ') || 'Everything works.'}</p>
      {again && <span className="num">Next try {until(again, now)}</span>}
    </div>
  );
}
