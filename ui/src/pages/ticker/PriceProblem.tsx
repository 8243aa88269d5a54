import type { TickerDetail } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { currencyName } from '~/market/locale';
import { paths } from '~/paths';
import classes from './PriceProblem.module.css';
import { lastTrySentence, problemSentence } from './priceProblem';
import { Stat, Stats } from './Stats';
import page from './TickerPage.module.css';

interface Props {
  ticker: TickerDetail;
  trouble: NonNullable<TickerDetail['trouble']>;
  /** True if the ticker never had a price; known facts then replace the figures. */
  unpriced: boolean;
}

/** Why no source has a new price for the ticker, when it was last tried, and a link to the status page. */
export default function PriceProblem({ ticker, trouble, unpriced }: Props) {
  const now = useMarketNow();
  const lastTry = lastTrySentence(trouble, now);
  return (
    <>
      <div className={classes.notice} role="status">
        <Icon name="info" size={18} />
        <p>
          <b>{problemSentence(trouble, ticker.symbol)}</b>{' '}
          {lastTry && <span className="num">{lastTry} </span>}
          <Link to={paths.status}>Status</Link>
        </p>
      </div>
      {unpriced && <KnownFacts ticker={ticker} />}
    </>
  );
}

/** Statistics that need no price; only known ones. */
function KnownFacts({ ticker }: { ticker: TickerDetail }) {
  const { sector, country, exchange, currency } = ticker;
  const facts = [
    ['Sector', sector],
    ['Country', country],
    ['Exchange', exchange],
    ['Currency', currencyName(currency)],
  ] as const;
  return (
    <Panel className={page.statistics} title="Key Statistics">
      <Stats>{facts.map(([name, value]) => value && <Stat key={name} name={name} value={value} />)}</Stats>
    </Panel>
  );
}
