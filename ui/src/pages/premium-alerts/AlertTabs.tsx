import { useQuery } from '@tanstack/react-query';
import { alertsQuery } from '~/api/queries';
import type { Alert } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { SampleBadge } from '~/widgets/SampleBadge';
import { AlertHistory } from './AlertHistory';
import { AlertRow } from './AlertRow';
import classes from './Alerts.module.css';

const TABS = [
  { value: 'active', label: 'Active Alerts' },
  { value: 'history', label: 'Alert History' },
] as const;

/** ALRT-04: the alerts under watch, and those that are over with what fired. */
export function AlertTabs() {
  const [tab, setTab] = useUrlChoice('tab', ['active', 'history'], 'push');
  const query = useQuery(alertsQuery);
  return (
    <Panel label="Alerts">
      <div className={classes.bar}>
        <TabSwitch label="Alerts" tabs={TABS} value={tab} onChange={setTab} id="alerts" />
        <SampleBadge shown={query.data?.some(({ isSample }) => isSample) ?? false} />
      </div>
      <div {...tabPanel('alerts', tab)} className={classes.lists}>
        <QueryState query={query} skeleton={<RowSkeletons rows={4} height={72} />}>
          {(alerts) => (tab === 'active' ? <Active alerts={alerts} /> : <AlertHistory alerts={alerts} />)}
        </QueryState>
      </div>
    </Panel>
  );
}

function Active({ alerts }: { alerts: readonly Alert[] }) {
  const active = alerts.filter((alert) => alert.active);
  if (active.length === 0) return <EmptyState text="No active alerts. Create one to get started!" />;
  return (
    <ul className={classes.list} aria-label="Active alerts">
      {active.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}
