import type { UseQueryResult } from '@tanstack/react-query';
import type { Ico } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { UNKNOWN } from '~/market/format';
import { IcoCard, IcoFacts } from '~/widgets/Ico/IcoCard';
import { IcoProgress } from '~/widgets/Ico/IcoProgress';
import { NoSource } from '~/widgets/NoSource';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './IcoCalendarPage.module.css';
import { timeUntil, topByRaised, truncate } from './starts';

/** ICOC-04: maximum length of a description. */
const MAX_DESCRIPTION_LENGTH = 80;

/** ICOC-04: the active ICOs that raised most. */
export function Spotlight({ query }: { query: UseQueryResult<Ico[]> }) {
  const now = useMarketNow();
  return (
    <Panel
      title="Hot Active ICOs"
      aside={<SampleBadge shown={query.data?.some((ico) => ico.isSample) ?? false} />}
    >
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={520} />}
        errorText="Couldn't load the ICOs."
        isEmpty={(icos) => topByRaised(icos).length === 0}
        emptyText="No active ICOs at this time."
      >
        {(icos) => (
          <ol className={classes.cards} aria-label="Hot Active ICOs">
            {topByRaised(icos).map((ico, index) => (
              <IcoCard
                key={ico.id}
                ico={ico}
                linked
                aside={<span className={classes.soon}>#{index + 1} by raised</span>}
                text={truncate(ico.description, MAX_DESCRIPTION_LENGTH)}
              >
                <IcoProgress ico={ico} />
                <IcoFacts facts={[['Ends In', timeUntil(ico.endDate, now) ?? UNKNOWN]]} />
              </IcoCard>
            ))}
          </ol>
        )}
      </QueryState>
      <NoSource of="token offerings" list={query.data} />
    </Panel>
  );
}
