import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { pollFasterWhileEmpty, tickerQuery, trendingQuery } from '~/api/queries';
import type { TickerDetail, TickerRow } from '~/api/types';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { useQuote } from '~/live/useQuote';
import { directionOf, formatPercent } from '~/market/format';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { Spark } from '~/widgets/Spark';
import classes from './HighlightCard.module.css';
import { dayOf, weekHeadline } from './highlight';
import { RALLY } from './rally';

const RallyModal = retryingLazy(() => import('./RallyModal'));

const MINUTE_MS = 60_000;
const indexQuery = {
  ...tickerQuery('^GSPC'),
  staleTime: MINUTE_MS,
  refetchInterval: pollFasterWhileEmpty(5 * MINUTE_MS),
};

/** HOME-11: the week of the S&P 500 in a figure and in words, and the way to an archived analysis with its date. */
export function HighlightCard() {
  const { data: index } = useQuery(indexQuery);
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Panel title="Today's Highlight" aside="S&P 500, 1W">
      {index ? <LiveWeek index={index} /> : <Week change={null} spark={[]} />}
      <div className={classes.foot}>
        <span>From the archive, {RALLY.lastUpdated}</span>
        <button type="button" className={classes.more} onClick={open}>
          Read analysis <Icon name="arrow" size={14} />
        </button>
      </div>
      {opened && (
        <LazyBoundary onFail={close}>
          <RallyModal onClose={close} />
        </LazyBoundary>
      )}
    </Panel>
  );
}

function LiveWeek({ index }: { index: TickerDetail }) {
  const change7d = useQuote(index, (quote) => quote.change7d);
  return <Week change={change7d} spark={index.spark} />;
}

/** The week as a figure and a line, and in words computed from what the page shows beside it. */
function Week({ change, spark }: { change: number | null; spark: TickerDetail['spark'] }) {
  const { data: trending = [] } = useQuery(trendingQuery);
  return (
    <>
      <div className={classes.figure}>
        <span className={`num ${classes.change} ${directionOf(change)}`}>{formatPercent(change)}</span>
        {spark.length > 0 && <Spark points={spark} change={change} width={148} height={44} />}
      </div>
      <h3 className={classes.headline}>{weekHeadline(change)}</h3>
      <Day rows={trending} />
    </>
  );
}

/** The day of the trending tickers; a line without a ticker is left out. */
function Day({ rows }: { rows: readonly TickerRow[] }) {
  const { known, risen, gain, loss } = dayOf(rows);
  if (known === 0) return null;
  return (
    <dl className={classes.day}>
      <div>
        <dt>Up in 24 hours</dt>
        <dd className="num">
          {risen} of {known} trending
        </dd>
      </div>
      {gain && <Move title="Largest gain" row={gain} />}
      {loss && <Move title="Largest loss" row={loss} />}
    </dl>
  );
}

function Move({ title, row }: { title: string; row: TickerRow }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Link to={paths.ticker(row.symbol)}>{row.symbol}</Link>
        <Change value={row.change24h} />
      </dd>
    </div>
  );
}
