import { overviewQuery } from '~/api/queries';
import type { OverviewItem } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { useFlash } from '~/live/useFlash';
import { useOverviewQuote } from '~/live/useQuote';
import { formatOverviewPrice } from '~/market/format';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { ChangeBar, MIN_FULL_CHANGE } from '~/widgets/ChangeBar';
import classes from './OverviewCard.module.css';

/** HOME-04: six markets at a glance. */
export function OverviewCard() {
  const query = useQuery(overviewQuery);
  return (
    <Panel title="Market Overview" aside="Price and change">
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={6} height={42} />}
        emptyText="No market data yet."
      >
        {(items) => (
          <ul className={classes.list}>
            {items.map((item) => (
              <Row key={item.id} item={item} full={fullBar(items)} />
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  );
}

/** The largest of the six moves fills its bar. */
const fullBar = (items: readonly OverviewItem[]) =>
  Math.max(MIN_FULL_CHANGE, ...items.map(({ change }) => Math.abs(change ?? 0)));

function Row({ item, full }: { item: OverviewItem; full: number }) {
  const { price, change } = useOverviewQuote(item);
  const flash = useFlash<HTMLSpanElement>(price);
  return (
    <li>
      <Link to={paths.ticker(item.symbol)} className={classes.row}>
        <span className={classes.name}>
          {item.name} <small>{item.symbol}</small>
        </span>
        <ChangeBar change={change} full={full} />
        <span className={`num ${classes.price}`} ref={flash}>
          {formatOverviewPrice(item, price)}
        </span>
        <Change value={change} decimals={1} />
      </Link>
    </li>
  );
}
