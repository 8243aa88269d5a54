import type { UseQueryResult } from '@tanstack/react-query';
import type { Ico } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { formatDollars } from '~/market/format';
import { formatDate } from '~/market/time';
import { IcoCard, IcoFacts } from '~/widgets/Ico/IcoCard';
import { NoSource } from '~/widgets/NoSource';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './IcoCalendarPage.module.css';
import { nearestUpcoming, timeUntil, truncate } from './starts';

/** ICOC-03: maximum length of a description. */
const MAX_DESCRIPTION_LENGTH = 100;

/** ICOC-03: the next ICO starts. */
export function Upcoming({ query }: { query: UseQueryResult<Ico[]> }) {
  const now = useMarketNow();
  return (
    <Panel
      title="Upcoming ICOs"
      aside={<SampleBadge shown={query.data?.some((ico) => ico.isSample) ?? false} />}
    >
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={480} />}
        errorText="Couldn't load the ICOs."
        isEmpty={(icos) => nearestUpcoming(icos).length === 0}
        emptyText="No upcoming ICOs at this time."
      >
        {(icos) => (
          <ul className={classes.cards} aria-label="Upcoming ICOs">
            {nearestUpcoming(icos).map((ico) => (
              <IcoCard
                key={ico.id}
                ico={ico}
                linked
                about={ico.symbol}
                aside={<StartsIn ico={ico} now={now} />}
                text={truncate(ico.description, MAX_DESCRIPTION_LENGTH)}
              >
                <IcoFacts
                  facts={[
                    ['Category', ico.category],
                    ['Target', formatDollars(ico.targetAmount)],
                    ['Start Date', formatDate(ico.startDate)],
                    ['End Date', formatDate(ico.endDate)],
                  ]}
                />
              </IcoCard>
            ))}
          </ul>
        )}
      </QueryState>
      <NoSource of="token offerings" list={query.data} />
    </Panel>
  );
}

function StartsIn({ ico, now }: { ico: Ico; now: number }) {
  const left = timeUntil(ico.startDate, now);
  return left ? <span className={classes.soon}>in {left}</span> : null;
}
