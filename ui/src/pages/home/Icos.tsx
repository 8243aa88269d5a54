import { icosQuery } from '~/api/queries';
import type { Ico } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { ButtonLink } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { paths } from '~/paths';
import { IcoCard } from '~/widgets/Ico/IcoCard';
import { endsSoon, type IcoFilter } from '~/widgets/Ico/status';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './Icos.module.css';
import { icoLines } from './icoLines';
import { visibleIcos } from './rows';

/** HOME-08: the latest ICOs. */
export function Icos({ filter }: { filter: IcoFilter }) {
  const query = useQuery(icosQuery);
  const now = useMarketNow();
  return (
    <QueryState query={query} skeleton={<BlockSkeleton height={560} />}>
      {(all) => {
        const { icos, hasMore } = visibleIcos(all, filter);
        if (icos.length === 0) return <EmptyState text="No ICOs found for this filter." />;
        return (
          <>
            <ul className={classes.grid}>
              {icos.map((ico) => (
                <IcoCard key={ico.id} ico={ico} brief>
                  <Lines ico={ico} now={now} />
                </IcoCard>
              ))}
            </ul>
            <div className={classes.foot}>
              <SampleBadge shown={icos.some((ico) => ico.isSample)} />
              {hasMore && (
                <ButtonLink to={paths.icos} variant="default">
                  Show More
                </ButtonLink>
              )}
            </div>
          </>
        );
      }}
    </QueryState>
  );
}

/** HOME-09: two lines, worded by status. */
function Lines({ ico, now }: { ico: Ico; now: number }) {
  return (
    <ul className={`num ${classes.lines}`}>
      {icoLines(ico, now).map((line) => (
        <li key={line} data-soon={endsSoon(ico, now) || undefined}>
          {line}
        </li>
      ))}
    </ul>
  );
}
