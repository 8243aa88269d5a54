import type { ReactNode } from 'react';
import { breadthQuery, pollFasterWhileEmpty, tickerQuery } from '~/api/queries';
import type { MarketBreadth } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { useDayChange } from '~/live/useDayChange';
import { UNKNOWN } from '~/market/format';
import { SP500 } from '~/market/marketTickers';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { LiveChange } from '~/widgets/LivePrice';
import { ArchiveLine } from './ArchiveLine';
import { BreadthBar } from './BreadthBar';
import classes from './HighlightCard.module.css';
import { biggestMover, breadthSentence } from './highlight';

const MINUTE_MS = 60_000;
const indexQuery = {
  ...tickerQuery(SP500),
  staleTime: MINUTE_MS,
  refetchInterval: pollFasterWhileEmpty(5 * MINUTE_MS),
};

/** HOME-11: a computed summary of today's stocks, and a link to an archived analysis with its date. */
export function HighlightCard() {
  const { data: breadth } = useQuery(breadthQuery);
  const { data: index } = useQuery(indexQuery);
  const { period } = useDayChange(index);
  return (
    <Panel title="Today's Highlight" aside={`Stocks ${period}`}>
      {breadth && <Advancing breadth={breadth} />}
      <dl className={classes.day}>
        {breadth && <Leaders breadth={breadth} />}
        <Line title="S&P 500, 1W">{index ? <LiveChange ticker={index} over="7d" /> : <b>{UNKNOWN}</b>}</Line>
      </dl>
      <ArchiveLine />
    </Panel>
  );
}

/** The key figure: the number of advancing stocks. */
function Advancing({ breadth }: { breadth: MarketBreadth }) {
  const { advancing, declining } = breadth;
  const side = advancing === declining ? '' : advancing > declining ? 'up' : 'down';
  return (
    <>
      <p className={classes.figure}>
        <strong className={`num ${classes.change} ${side}`}>{advancing}</strong>
        <span className="num">{breadthSentence(breadth)}</span>
      </p>
      <BreadthBar breadth={breadth} />
    </>
  );
}

function Leaders({ breadth }: { breadth: MarketBreadth }) {
  const { sectors } = breadth;
  const [best, worst] = [sectors[0], sectors.length > 1 ? sectors.at(-1) : undefined];
  const mover = biggestMover(breadth);
  return (
    <>
      {best && (
        <Line title="Strongest sector">
          {best.name} <Change value={best.change} />
        </Line>
      )}
      {worst && (
        <Line title="Weakest sector">
          {worst.name} <Change value={worst.change} />
        </Line>
      )}
      {mover && (
        <Line title="Biggest mover">
          <Link to={paths.ticker(mover.symbol)}>{mover.symbol}</Link> <LiveChange ticker={mover} />
        </Line>
      )}
    </>
  );
}

function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
