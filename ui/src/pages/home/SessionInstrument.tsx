import { overviewQuery, sessionLineQuery } from '~/api/queries';
import type { OverviewItem, SessionLine } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { BlockSkeleton } from '~/components/Skeletons';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useOverviewQuote } from '~/live/useQuote';
import { US_DAYS } from '~/market/day';
import { formatMove, formatNumber } from '~/market/format';
import { SP500 } from '~/market/marketTickers';
import { Change } from '~/widgets/Change';
import { useDayName } from '~/widgets/useDayName';
import { SessionChart } from './SessionChart';
import classes from './SessionInstrument.module.css';

/** The S&P 500's session up to now; the rest of the day stays empty. */
export function SessionInstrument() {
  const phone = useIsPhone();
  const overview = useQuery(overviewQuery);
  const item = overview.data?.find(({ symbol }) => symbol === SP500);
  const line = useQuery({ ...sessionLineQuery(item?.id ?? 0), enabled: !!item && !phone });
  if (phone) return null;
  if (item && line.data) return <Instrument line={line.data} item={item} />;
  return overview.isLoading || line.isLoading ? <BlockSkeleton height={148} /> : <div />;
}

function Instrument({ line, item }: { line: SessionLine; item: OverviewItem }) {
  const live = useOverviewQuote(item);
  const day = useDayName(line.sessionStart, US_DAYS);
  const { previousClose } = line;
  const move = live.price === null || previousClose === null ? null : live.price - previousClose;
  return (
    <section className={classes.instrument} aria-label={`${line.name} ${day}`}>
      <p className={classes.title}>
        <strong>{line.name}</strong> {day}
      </p>
      <div className={classes.figures}>
        <span className={`num ${classes.level}`}>{formatNumber(live.price)}</span>
        {/* The price bar above has the percentage. */}
        {move !== null && <Change value={move} text={formatMove(item, move)} />}
      </div>
      <SessionChart line={line} live={live} />
    </section>
  );
}
