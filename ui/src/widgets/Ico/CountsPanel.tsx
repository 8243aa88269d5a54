import type { UseQueryResult } from '@tanstack/react-query';
import type { Ico } from '~/api/types';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import classes from './Ico.module.css';
import { filterIcos, STATUS_NAMES, STATUSES } from './status';

/** Number of ICOs per status. */
export function CountsPanel({ query }: { query: UseQueryResult<Ico[]> }) {
  return (
    <Panel title="ICO Statistics">
      <QueryState query={query} skeleton={<BlockSkeleton height={120} />} errorText="Couldn't load the ICOs.">
        {(icos) => (
          <>
            <div className={classes.shares} aria-hidden="true">
              {STATUSES.map((status) => (
                <span
                  key={status}
                  data-status={status}
                  style={{ flexGrow: filterIcos(icos, status).length }}
                />
              ))}
            </div>
            <dl className={`num ${classes.table}`}>
              {STATUSES.map((status) => (
                <div key={status} data-status={status}>
                  <dt>{STATUS_NAMES[status]}</dt>
                  <dd>{filterIcos(icos, status).length}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </QueryState>
    </Panel>
  );
}
