import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { NewsItem } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { paths } from '~/paths';
import { Monogram } from '~/widgets/Monogram';
import classes from './NewsPage.module.css';
import { mostMentioned } from './news';

const MOST = 8;

/** The tickers most is written about. */
export function MentionsPanel({ query }: { query: UseQueryResult<NewsItem[]> }) {
  const mentions = query.data && mostMentioned(query.data, MOST);
  return (
    <Panel title="Most Mentioned">
      <QueryState
        query={{ ...query, data: mentions }}
        skeleton={<RowSkeletons rows={MOST} height={48} />}
        errorText="The news could not be loaded."
        emptyText="No article names a ticker."
      >
        {(found) => (
          <ul className={classes.mentions}>
            {found.map(({ tickerId, symbol, count }) => (
              <li key={tickerId}>
                <Link to={paths.ticker(symbol)}>
                  <Monogram of={{ symbol }} size={32} />
                  <strong>{symbol}</strong>
                  <span className="num">
                    {count} {count === 1 ? 'article' : 'articles'}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  );
}
