import { isStale, mostAreOld } from '~/live/merge';
import { useLiveStatus } from '~/live/useLiveStatus';
import { useShownQuotes } from '~/live/useShownQuotes';
import classes from './LiveDot.module.css';

const STATE_LABELS = {
  connecting: 'Connecting',
  closed: 'Closed',
  error: 'Live data unavailable',
};

/**
 * State of the live feed: a green dot titled 'Live data connected', or what went wrong (LIVE-03).
 * On sample data it says 'Sample feed', for the prices are simulated; while nobody knows yet which market it is, 'Connected'. `terse` leaves the dot alone in a
 * window that is not wide, as long as all is well. The dot is amber beside prices that are old, and most of them being
 * old it no longer says that they are live.
 */
export function LiveDot({ sample, terse = false }: { sample: boolean | undefined; terse?: boolean }) {
  const { state, message, refused } = useLiveStatus();
  const connected = state === 'connected';
  const partly = connected && refused.size > 0;
  // However well the feed is, a price may be older than its source usually is.
  const old = useShownQuotes((shown, now) => {
    if (mostAreOld(shown, now)) return 'most';
    return shown.some((quote) => isStale(quote, now)) && 'some';
  });
  const word = connected ? feedName(old === 'most' ? undefined : sample) : STATE_LABELS[state];
  return (
    <span
      className={classes.live}
      data-state={state}
      data-old={old ? '' : undefined}
      title={connected ? 'Live data connected' : (message ?? undefined)}
    >
      <span className={classes.dot} aria-hidden="true" />
      <span className={terse && connected && !partly ? 'visually-hidden-narrow' : undefined}>
        {message ?? word}
        {old && (
          <span className={connected && old === 'most' ? undefined : 'visually-hidden'}>
            , with outdated prices
          </span>
        )}
        {partly && `, ${refused.size} ${refused.size === 1 ? 'price is' : 'prices are'} not`}
      </span>
    </span>
  );
}

function feedName(sample: boolean | undefined): string {
  if (sample === undefined) return 'Connected';
  return sample ? 'Sample feed' : 'Live';
}
