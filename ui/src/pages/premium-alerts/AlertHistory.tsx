import { alertHistoryQuery } from '~/api/queries';
import type { Alert, AlertReport } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { EmptyState } from '~/components/EmptyState';
import { confirm } from '~/components/layer/confirmation';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import { newest, useMarkRead } from '~/widgets/AlertReports/useMarkRead';
import { useReadOnly } from '~/widgets/useReadOnly';
import { AlertRow } from './AlertRow';
import classes from './Alerts.module.css';
import { FiredList } from './FiredList';
import { sentence, subjectOf } from './labels';
import { matches } from './order';
import { useClearHistory } from './useAlerts';

const FIRED: readonly CsvColumn<AlertReport>[] = [
  { key: 'firedAt', title: 'Fired', value: ({ firedAt }) => firedAt },
  { key: 'sentence', title: 'Alert', value: ({ sentence }) => sentence },
  { key: 'price', title: 'Price', value: ({ price }) => price },
  { key: 'currency', title: 'Currency', value: ({ currency }) => currency },
  { key: 'late', title: 'Detected late', value: ({ late }) => (late ? 'yes' : 'no') },
];

interface Props {
  /** Inactive alerts. */
  alerts: readonly Alert[];
  search: string;
}

/** ALRT-04: fired alerts and inactive alerts. */
export function AlertHistory({ alerts, search }: Props) {
  const query = useQuery(alertHistoryQuery);
  if (query.data?.length === 0 && alerts.length === 0) {
    return <EmptyState text="No alert history found." />;
  }
  const over = alerts.filter((alert) => matches(search, [subjectOf(alert), sentence(alert)]));
  return (
    <>
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={4} height={56} />}
        errorText="Couldn't load the alert history."
      >
        {(reports) => reports.length > 0 && <Fired reports={reports} search={search} />}
      </QueryState>
      {over.length > 0 && (
        <section>
          <h3 className={classes.heading}>Inactive alerts</h3>
          <ul className={classes.list} aria-label="Inactive alerts">
            {over.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const QUESTION = {
  title: 'Clear history',
  text: 'Clear the alert history? Your alerts are kept.',
  action: 'Clear',
};

function ClearButton({ reports }: { reports: readonly AlertReport[] }) {
  const readOnly = useReadOnly();
  const clear = useClearHistory();
  const last = newest(reports);
  const confirmAndClear = async () => {
    if (last !== null && (await confirm(QUESTION))) clear.mutate(last);
  };
  return (
    <button
      type="button"
      className="quiet-button"
      disabled={clear.isPending || last === null || readOnly}
      onClick={confirmAndClear}
    >
      Clear history
    </button>
  );
}

function Fired({ reports, search }: { reports: readonly AlertReport[]; search: string }) {
  useMarkRead(reports);
  const found = reports.filter(({ symbol, sentence }) => matches(search, [symbol, sentence]));
  return (
    <section>
      <div className={classes.fired}>
        <h3 className={classes.heading}>Fired</h3>
        <CsvDownload label="Fired alerts" rows={found} columns={FIRED} />
        <ClearButton reports={reports} />
      </div>
      {found.length === 0 ? (
        <EmptyState text={`No fired alert matches '${search}'.`} />
      ) : (
        <FiredList label="Fired alerts" reports={found} byDay />
      )}
    </section>
  );
}
