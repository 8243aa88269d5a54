import type { UseQueryResult } from '@tanstack/react-query';
import { tickersBySymbolQuery } from '~/api/queries';
import type { NewsItem, TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { paths } from '~/paths';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './NewsPage.module.css';
import { mostMentioned } from './news';

const MAX_MENTIONS = 10;

/** The tickers mentioned most often in the news. */
export function MentionsPanel({ query }: { query: UseQueryResult<NewsItem[]> }) {
  const mentions = query.data && mostMentioned(query.data, MAX_MENTIONS);
  const { data: tickers = [] } = useQuery(tickersBySymbolQuery(mentions?.map(({ symbol }) => symbol) ?? []));
  const rowOf = (id: number) => tickers.find((ticker) => ticker.id === id);
  return (
    <Panel title="Most Mentioned">
      <QueryState
        query={{ ...query, data: mentions }}
        skeleton={<RowSkeletons rows={MAX_MENTIONS} height={53} />}
        errorText="Couldn't load the news."
        emptyText="No tickers mentioned in recent news."
      >
        {(found) => (
          <ul className={classes.mentions}>
            {found.map(({ tickerId, symbol, count }) => (
              <Mention key={tickerId} symbol={symbol} count={count} ticker={rowOf(tickerId)} />
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  );
}

interface MentionProps {
  symbol: string;
  count: number;
  /** Loaded after the symbol; undefined until then. */
  ticker: TickerRow | undefined;
}

function Mention({ symbol, count, ticker }: MentionProps) {
  return (
    <li>
      <Link to={paths.ticker(symbol)}>
        <TickerLogo of={ticker ?? { symbol }} size={32} />
        <span className="two-lines">
          <strong>{symbol}</strong>
          <span className="num">
            {count} {count === 1 ? 'article' : 'articles'}
          </span>
        </span>
        {ticker && (
          <span className={classes.quote}>
            <LivePrice ticker={ticker} />
            <LiveChange ticker={ticker} />
          </span>
        )}
      </Link>
    </li>
  );
}
