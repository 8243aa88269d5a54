import { useState } from 'react';
import { alertsQuery } from '~/api/queries';
import type { Alert } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { TabSwitch, tabPanel } from '~/components/TabSwitch';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { methodLabel } from '~/market/deliveryMethods';
import { ActiveAlerts, rowHeight } from './ActiveAlerts';
import { AlertHistory } from './AlertHistory';
import classes from './Alerts.module.css';
import { OrderChoice, SearchBox } from './AlertTools';
import { sentence, subjectOf } from './labels';
import { ORDER_VALUES, ORDERS } from './order';

const TABS = [
  { value: 'active', label: 'Active Alerts' },
  { value: 'history', label: 'Alert History' },
] as const;
export type AlertTab = (typeof TABS)[number]['value'];

const COLUMNS: readonly CsvColumn<Alert>[] = [
  { key: 'type', title: 'Type', value: ({ type }) => type },
  {
    key: 'sentence',
    title: 'Alert',
    value: (alert) => (alert.symbol === '' ? `${subjectOf(alert)}: ` : '') + sentence(alert),
  },
  { key: 'condition', title: 'Condition', value: ({ condition }) => condition },
  { key: 'value', title: 'Value', value: ({ value }) => value },
  { key: 'price', title: 'Price now', value: ({ price }) => price },
  { key: 'frequency', title: 'Frequency', value: ({ frequency }) => frequency },
  { key: 'delivery', title: 'Delivery', value: ({ delivery }) => delivery.map(methodLabel).join(', ') },
  { key: 'created', title: 'Created', value: ({ createdAt }) => createdAt },
  { key: 'fired', title: 'Last fired', value: ({ lastFiredAt }) => lastFiredAt },
];

interface Props {
  tab: AlertTab;
  onTab: (tab: AlertTab) => void;
}

/** ALRT-04: tabs for active alerts, and for the history with inactive alerts. */
export function AlertTabs({ tab, onTab }: Props) {
  const [order, setOrder] = useUrlChoice('order', ORDER_VALUES);
  const [search, setSearch] = useState('');
  const query = useQuery(alertsQuery);
  const isPhone = useIsPhone();
  const active = query.data?.filter(({ active }) => active) ?? [];
  return (
    <Panel label="Alerts">
      <div className={classes.tools}>
        <TabSwitch label="Alerts" tabs={TABS} value={tab} onChange={onTab} id="alerts" />
        <SearchBox label="Filter alerts" value={search} onChange={setSearch} />
        {tab === 'active' && (
          <>
            <OrderChoice choices={ORDERS} value={order} onChange={setOrder} />
            <CsvDownload label="Active alerts" rows={active} columns={COLUMNS} />
          </>
        )}
      </div>
      <div {...tabPanel('alerts', tab)}>
        <QueryState
          query={query}
          skeleton={
            <RowSkeletons rows={query.data ? Math.max(1, active.length) : 4} height={rowHeight(isPhone)} />
          }
        >
          {(alerts) =>
            tab === 'active' ? (
              <ActiveAlerts alerts={active} search={search} order={order} />
            ) : (
              <AlertHistory alerts={alerts.filter(({ active }) => !active)} search={search} />
            )
          }
        </QueryState>
      </div>
    </Panel>
  );
}
