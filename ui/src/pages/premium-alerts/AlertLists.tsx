import { Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { alertHistoryQuery, alertsQuery } from '~/api/queries';
import type { Alert } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { QueryFaces } from '~/components/QueryFaces';
import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { useUrlChoice } from '~/components/useUrlChoice';
import { paths } from '~/paths';
import classes from './Alerts.module.css';
import { useAlertChanges } from './useAlerts';
import { FREQUENCIES, labelOf, sentence, TYPES } from './words';

const TABS = [
  { value: 'active', label: 'Active Alerts' },
  { value: 'history', label: 'Alert History' },
] as const;

/** ALRT-04: the alerts under watch, and those that are over with what fired. */
export function AlertLists() {
  const [tab, setTab] = useUrlChoice('tab', ['active', 'history']);
  const query = useQuery(alertsQuery);
  return (
    <Panel label="Alerts">
      <TabSwitch label="Alerts" tabs={TABS} value={tab} onChange={setTab} id="alerts" />
      <div {...tabPanel('alerts', tab)} className={classes.lists}>
        <QueryFaces query={query} skeleton={<Skeleton height={240} />}>
          {(alerts) => (
            <Alerts
              alerts={alerts.filter(({ active }) => active === (tab === 'active'))}
              empty={
                tab === 'active' ? 'No active alerts. Create one to get started!' : 'No alert history found.'
              }
            />
          )}
        </QueryFaces>
        {tab === 'history' && <Reports />}
      </div>
    </Panel>
  );
}

function Alerts({ alerts, empty }: { alerts: readonly Alert[]; empty: string }) {
  if (alerts.length === 0) return <EmptyState text={empty} />;
  return (
    <ul className={classes.list}>
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}

function AlertRow({ alert }: { alert: Alert }) {
  const { toggle, remove } = useAlertChanges();
  const { id, active } = alert;
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.title}>
          <span className={classes.badge}>{labelOf(TYPES, alert.type)}</span>
          <Link to={paths.ticker(alert.symbol)}>{alert.symbol}</Link>
        </p>
        <p>{sentence(alert)}</p>
        <p className={classes.meta}>
          {active
            ? `${labelOf(FREQUENCIES, alert.frequency)}, In-App`
            : `Created ${new Date(alert.createdAt).toLocaleDateString()}`}
        </p>
      </div>
      <div className={classes.controls}>
        {active ? (
          <Switch
            checked
            aria-label={`${alert.symbol} alert on`}
            onChange={() => toggle.mutate({ id, active: false })}
          />
        ) : (
          <button type="button" className={classes.quiet} onClick={() => toggle.mutate({ id, active: true })}>
            Reactivate
          </button>
        )}
        <button type="button" className={classes.quiet} onClick={() => remove.mutate(id)}>
          Delete
        </button>
      </div>
    </li>
  );
}

/** What fired, when, and at which price. */
function Reports() {
  const { data: reports = [] } = useQuery({ ...alertHistoryQuery, staleTime: 0 });
  if (reports.length === 0) return null;
  return (
    <>
      <h3 className={classes.heading}>Fired</h3>
      <ul className={classes.list}>
        {reports.map((report) => (
          <li key={`${report.alertId} ${report.firedAt}`} className={classes.row}>
            <p>{report.sentence}</p>
            <p className={classes.meta}>{new Date(report.firedAt).toLocaleString()}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
