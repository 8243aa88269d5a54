import { tickersBySymbolQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { ABOUT } from './about';
import { GROUPS, type LinkGroup, POPULAR_GROUPS, POPULAR_SYMBOLS } from './groups';
import classes from './SitemapPage.module.css';

/** Columns of similar height; on a narrow screen the tickers follow all pages. */
const COLUMNS: readonly (readonly LinkGroup[])[] = [
  [GROUPS[0], POPULAR_GROUPS[1]],
  [GROUPS[1], GROUPS[3], POPULAR_GROUPS[2]],
  [GROUPS[2], POPULAR_GROUPS[0]],
].map((column) => column.flatMap((group) => group ?? []));

/** NAV-05: links to every page, and to popular tickers. */
export default function SitemapPage() {
  const { data: tickers = [] } = useQuery(tickersBySymbolQuery(POPULAR_SYMBOLS));
  return (
    <div className="container">
      <PageHead title="Sitemap" text="Every page in one place, and popular tickers." />
      <div className={classes.all}>
        {COLUMNS.map((groups) => (
          <div key={groups[0]?.title} className="stack">
            {groups.map((group) => (
              <Group key={group.title} group={group} tickers={tickers} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Links; ticker links show prices once they are loaded. */
function Group({ group, tickers }: { group: LinkGroup; tickers: readonly TickerRow[] }) {
  const popular = group.links.some(({ symbol }) => symbol);
  return (
    <Panel title={group.title} className={popular ? classes.popular : undefined}>
      <ul className={classes.links}>
        {group.links.map(({ label, to, symbol }) => {
          const ticker = tickers.find((each) => each.symbol === symbol);
          return (
            <li key={to}>
              <Link to={to}>{label}</Link>
              {ABOUT[to] && <span className={classes.about}>{ABOUT[to]}</span>}
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
