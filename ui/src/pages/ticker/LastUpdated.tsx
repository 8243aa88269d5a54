import type { TickerDetail } from '~/api/types';
import { Link } from '~/components/Link';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useLiveStatus } from '~/live/useLiveStatus';
import { useQuote } from '~/live/useQuote';
import { PRICED_DAILY } from '~/market/session';
import { formatExactTime, formatShortDateTime } from '~/market/time';
import { paths } from '~/paths';
import { sourceName } from '~/widgets/priceSource';
import classes from './QuoteHeader.module.css';
import { usePriceProblem } from './usePriceProblem';

/**
 * The live dot (hollow while the market is closed, amber without a price source), the time of the last update, and feed
 * problems (TICK-11).
 */
export function LastUpdated({ ticker }: { ticker: TickerDetail }) {
  const { updatedAt, stale, isSample, source, session, type } = useQuote(ticker);
  const { state, message } = useLiveStatus();
  // A phone has no room for the year, the seconds and the time zone.
  const format = useIsPhone() ? formatShortDateTime : formatExactTime;
  const hasPriceProblem = usePriceProblem(ticker).trouble !== null;
  const from = isSample ? state === 'connected' && 'sample data' : sourceName(source);
  const failure = state === 'error' ? 'Live data unavailable' : message;
  // The reason why the price doesn't change even if the live feed works.
  const pauseText = hasPriceProblem
    ? 'No new prices'
    : type === 'fund'
      ? PRICED_DAILY
      : session === 'closed'
        ? 'Market closed'
        : undefined;
  return (
    <p className={classes.updated}>
      <span
        className={classes.dot}
        data-state={state}
        data-resting={pauseText}
        data-cut={hasPriceProblem || undefined}
        role="img"
        aria-label={[state === 'connected' ? 'Live data connected' : 'Live data not connected', pauseText]
          .filter(Boolean)
          .join(', ')}
        title={state === 'connected' ? 'Live data connected' : (message ?? undefined)}
      />
      <span>
        Last updated: <span className="num">{updatedAt ? format(updatedAt) : 'not known'}</span>
        {from && (
          <span className={classes.feed}>
            , <Link to={{ pathname: paths.sources, hash: isSample ? '' : (source ?? '') }}>{from}</Link>
          </span>
        )}
      </span>
      {stale && <span className={classes.trouble}>No update for longer than usual</span>}
      {failure && <span className={classes.trouble}>{failure}</span>}
    </p>
  );
}
