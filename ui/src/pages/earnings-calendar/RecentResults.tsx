import { Columns } from '~/components/Columns';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { Change } from '~/widgets/Change';
import { EarningsPanel } from './EarningsPanel';
import { EventList } from './EventList';
import { recent } from './events';
import { Largest } from './Largest';
import { ReadingHelp } from './ReadingHelp';
import type { EarningsQuery } from './useEarnings';

/** EARN-04: results of the past week. */
export function RecentResults({ query }: { query: EarningsQuery }) {
  const { data } = query;
  const file = data && { label: 'Recent results', rows: recent(data.events, data.today) };
  return (
    <Columns
      main={
        <EarningsPanel title="Recent Results" file={file} hasResults>
          <QueryState
            query={query}
            skeleton={<RowSkeletons rows={8} height={68} />}
            errorText="Couldn't load the earnings."
            isEmpty={({ events, today }) => recent(events, today).length === 0}
            emptyText="No earnings results in the past 7 days"
          >
            {({ events, today }) => (
              <EventList label="Recent results" events={recent(events, today)} today={today} days="headed" />
            )}
          </QueryState>
        </EarningsPanel>
      }
      rail={
        <>
          {data && (
            <Largest
              title="Largest surprises"
              events={recent(data.events, data.today)}
              today={data.today}
              sizeOf={({ surprise }) =>
                surprise === null || surprise === undefined ? null : Math.abs(surprise)
              }
              shownOf={({ surprise }) => <Change value={surprise} />}
            />
          )}
          <ReadingHelp />
        </>
      }
    />
  );
}
