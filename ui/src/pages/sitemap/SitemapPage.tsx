import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { namedTickersQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { Panel } from '~/components/Panel';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { GROUPS, type LinkGroup, POPULAR, POPULAR_SYMBOLS } from './groups';
import classes from './SitemapPage.module.css';

/** NAV-05. */
export default function SitemapPage() {
  const { data: tickers = [] } = useQuery(namedTickersQuery(POPULAR_SYMBOLS));
  return (
    <div className="container">
      <PageHead title="Sitemap" text="Every page in one place, and the tickers people open most." />
      <div className={classes.all}>
        <div className={classes.groups}>
          {GROUPS.map((group) => (
            <Group key={group.title} group={group} />
          ))}
        </div>
        <div className={classes.popular}>
          {POPULAR.map((group) => (
            <Group key={group.title} group={group} tickers={tickers} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Links; those to tickers with their prices, once these are known. */
function Group({ group, tickers }: { group: LinkGroup; tickers?: readonly TickerRow[] }) {
  return (
    <Panel title={group.title}>
      <ul className={classes.links}>
        {group.links.map(({ label, to, symbol }) => {
          const ticker = tickers?.find((each) => each.symbol === symbol);
          return (
            <li key={to}>
              <Link to={to}>{label}</Link>
              {ticker && (
                <span className={classes.quote}>
                  <LivePrice ticker={ticker} />
                  <LiveChange ticker={ticker} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
