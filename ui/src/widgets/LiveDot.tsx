import { isStale, mostAreStale } from '~/live/merge';
import { useLiveStatus } from '~/live/useLiveStatus';
import { useShownQuotes } from '~/live/useShownQuotes';
import classes from './LiveDot.module.css';

const STATE_LABELS = {
  connecting: 'Connecting',
  closed: 'Closed',
  error: 'Live data unavailable',
};

/**
 * The state of the live feed: a green dot titled 'Live data connected', or the problem (LIVE-03). Sample data shows a gray ring
 * and 'Sample data' because prices are simulated; until the market is known, 'Connected'. `terse` shows only the dot on
 * narrower windows while all is well, and always for sample data, which the page's header names. The dot is amber next to stale prices; if most are stale, the text doesn't say
 * 'Live'.
 */
export function LiveDot({ sample, terse = false }: { sample: boolean | undefined; terse?: boolean }) {
  const { state, message, rejected } = useLiveStatus();
  const isConnected = state === 'connected';
  const hasRejected = isConnected && rejected.size > 0;
  // Even with a working feed, a price may be stale.
  const staleness = useShownQuotes((shown, now) => {
    if (mostAreStale(shown, now)) return 'most';
    return shown.some((quote) => isStale(quote, now)) && 'some';
  });
  const isTerse = terse && isConnected && !hasRejected;
  const hidden = sample ? 'visually-hidden' : 'visually-hidden-narrow';
  const word = isConnected ? feedName(staleness === 'most' ? undefined : sample) : STATE_LABELS[state];
  return (
    <span
      className={classes.live}
      data-state={state}
      data-old={staleness ? '' : undefined}
      data-sample={sample || undefined}
      title={isConnected ? 'Live data connected' : (message ?? undefined)}
    >
      <span className={classes.dot} aria-hidden="true" />
      <span className={isTerse ? hidden : undefined}>
        {message ?? word}
        {staleness && (
          <span className={isConnected && staleness === 'most' ? undefined : 'visually-hidden'}>
            , with outdated prices
          </span>
        )}
        {hasRejected && `, ${rejected.size} ${rejected.size === 1 ? 'price is' : 'prices are'} not`}
      </span>
    </span>
  );
}

function feedName(sample: boolean | undefined): string {
  if (sample === undefined) return 'Connected';
  return sample ? 'Sample data' : 'Live';
}
