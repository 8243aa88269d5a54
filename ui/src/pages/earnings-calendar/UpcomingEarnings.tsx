import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { EarningsPanel } from './EarningsPanel';
import { EventList } from './EventList';
import { upcoming } from './events';
import { ReadingHelp } from './ReadingHelp';
import type { EarningsQuery } from './useEarnings';

/** EARN-03: who reports within a week. */
export function UpcomingEarnings({ query }: { query: EarningsQuery }) {
  const { data } = query;
  const file = data && { label: 'Upcoming earnings', rows: upcoming(data.events, data.today) };
  return (
    <div className="stack">
      <EarningsPanel title="Upcoming Earnings" file={file}>
        <QueryState
          query={query}
          skeleton={<RowSkeletons rows={8} height={68} />}
          errorText="The earnings could not be loaded."
          isEmpty={({ events, today }) => upcoming(events, today).length === 0}
          emptyText="No upcoming earnings in the next 7 days"
        >
          {({ events, today }) => (
            <EventList
              label="Upcoming earnings"
              events={upcoming(events, today)}
              today={today}
              days="headed"
            />
          )}
        </QueryState>
      </EarningsPanel>
      <ReadingHelp columns />
    </div>
  );
}
