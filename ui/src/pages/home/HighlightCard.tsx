import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { pollFasterWhileEmpty, tickerQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { useLiveQuote } from '~/live/useLiveQuote';
import { directionOf, formatPercent } from '~/market/format';
import { Spark } from '~/widgets/Spark';
import classes from './HighlightCard.module.css';
import { RALLY } from './rally';

const RallyModal = retryingLazy(() => import('./RallyModal'));

const MINUTE_MS = 60_000;
const indexQuery = {
  ...tickerQuery('^GSPC'),
  staleTime: MINUTE_MS,
  refetchInterval: pollFasterWhileEmpty(5 * MINUTE_MS),
};

/** HOME-11: the week of the S&P 500 as it is, and the door to a fixed analysis with its date. */
export function HighlightCard() {
  const { data: index } = useQuery(indexQuery);
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Panel title="Today's Highlight" aside="S&P 500, 1W">
      <div className={classes.figure}>{index ? <Week index={index} /> : <WeekChange value={null} />}</div>
      <h3 className={classes.headline}>{RALLY.title}</h3>
      <p className={classes.summary}>{RALLY.summary}</p>
      <div className={classes.foot}>
        <span>Last updated: {RALLY.lastUpdated}</span>
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

function Week({ index }: { index: TickerDetail }) {
  const { change7d } = useLiveQuote(index);
  return (
    <>
      <WeekChange value={change7d} />
      <Spark points={index.spark} change={change7d} width={148} height={44} />
    </>
  );
}

const WeekChange = ({ value }: { value: number | null }) => (
  <span className={`num ${classes.change} ${directionOf(value)}`}>{formatPercent(value)}</span>
);
