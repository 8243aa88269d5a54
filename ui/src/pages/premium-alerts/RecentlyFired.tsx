import { alertChannelsQuery, alertDeliveriesQuery, alertHistoryQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { useMarketNow } from '~/live/useMarketNow';
import { deliveredInADay } from '~/widgets/AlertChannels/deliveries';
import { FiredList } from './FiredList';

/** Number of reports shown here; the history has all. */
const SHOWN_COUNT = 6;
/** Maximum number of delivery log entries returned by the server. */
const MAX_LOG_ROWS = 200;

/** The latest fired alerts and their deliveries. */
export function RecentlyFired() {
  const query = useQuery(alertHistoryQuery);
  return (
    <Panel title="Recently fired" aside={<Delivered />}>
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={3} height={52} />}
        errorText="Couldn't load the alert history."
      >
        {(reports) =>
          reports.length === 0 ? (
            <EmptyState text="No alerts have fired yet. They'll appear here with their delivery status." />
          ) : (
            <FiredList label="Recently fired" reports={reports.slice(0, SHOWN_COUNT)} />
          )
        }
      </QueryState>
    </Panel>
  );
}

function Delivered() {
  const { data: log } = useQuery(alertDeliveriesQuery());
  const { data: channels = [] } = useQuery(alertChannelsQuery);
  const now = useMarketNow();
  const delivered = log && deliveredInADay(log, now, MAX_LOG_ROWS);
  const waiting = channels.reduce((sum, { kind, waiting }) => sum + (kind ? waiting : 0), 0);
  const parts = [
    ...(typeof delivered === 'number' ? [`${delivered} delivered in 24 h`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ];
  return <span className="num">{parts.join(', ')}</span>;
}
