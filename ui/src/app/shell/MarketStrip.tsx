import { configQuery, overviewQuery } from '~/api/queries';
import type { OverviewItem } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { useFlash } from '~/live/useFlash';
import { useOverviewQuote } from '~/live/useQuote';
import { formatOverviewPrice } from '~/market/format';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { ExchangeClock } from '~/widgets/ExchangeClock';
import { LiveDot } from '~/widgets/LiveDot';
import { SessionLine } from '~/widgets/SessionLine';
import classes from './MarketStrip.module.css';

/**
 * The strip above the header: state of the live feed, prices of indices, Bitcoin, Ethereum and gold, the trading session and the
 * exchange clock.
 */
export function MarketStrip() {
  const { data: items = [] } = useQuery(overviewQuery);
  const { data: config } = useQuery(configQuery);
  return (
    <aside className={classes.strip} data-print="hide" aria-label="Price bar">
      <div className={classes.items} data-strip>
        <span className={classes.item}>
          <LiveDot sample={config && config.market === 'sample'} terse />
        </span>
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
        <span className={classes.session}>
          <SessionLine />
          <ExchangeClock />
        </span>
      </div>
    </aside>
  );
}

function Item({ item }: { item: OverviewItem }) {
  const { price, change } = useOverviewQuote(item);
  const flash = useFlash<HTMLSpanElement>(price);
  return (
    <Link to={paths.ticker(item.symbol)} className={classes.item}>
      <strong>{item.name}</strong>
      <span className="num" ref={flash}>
        {formatOverviewPrice(item, price)}
      </span>
      <Change value={change} />
    </Link>
  );
}
