import type { UseQueryResult } from '@tanstack/react-query';
import type { Ico } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { UNKNOWN } from '~/market/format';
import { IcoProgress } from '~/widgets/Ico/IcoProgress';
import { NoSource } from '~/widgets/NoSource';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './IcoCalendarPage.module.css';
import { OfferingCard } from './OfferingCard';
import { hottest, timeUntil } from './starts';

/** ICOC-04. */
const DESCRIPTION = 80;

/** ICOC-04: the running offerings that raised most. */
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
        errorText="The ICOs could not be loaded."
        isEmpty={(icos) => hottest(icos).length === 0}
        emptyText="No active ICOs at this time."
      >
        {(icos) => (
          <ol className={classes.cards} aria-label="Hot Active ICOs">
            {hottest(icos).map((ico, place) => (
              <OfferingCard
                key={ico.id}
                ico={ico}
                about={`${ico.symbol} · ${ico.category}`}
                length={DESCRIPTION}
                aside={<span className={classes.soon}>#{place + 1} by raised</span>}
                facts={[['Ends In', timeUntil(ico.endDate, now) ?? UNKNOWN]]}
              >
                <IcoProgress ico={ico} />
              </OfferingCard>
            ))}
          </ol>
        )}
      </QueryState>
      <NoSource of="token offerings" list={query.data} />
    </Panel>
  );
}
