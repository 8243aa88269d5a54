import { Link } from '~/components/Link';
import { ToastText } from '~/components/ToastText';
import { paths } from '~/paths';
import { useToasts } from '~/state/toasts';
import { ReportList } from '~/widgets/AlertReports/ReportList';
import { useAlertReports } from '~/widgets/AlertReports/useAlertReports';
import { useMarkRead } from '~/widgets/AlertReports/useMarkRead';
import classes from './NotificationList.module.css';
import { UndeliveredList } from './UndeliveredList';

/** Maximum number of reports; the alerts page has all of them. */
const MAX_REPORTS = 4;

/** Lists failed deliveries, the newest alerts, and recent toasts. Opening it marks alerts as read. */
export default function NotificationList({ onNavigate }: { onNavigate: () => void }) {
  const { data: reports = [] } = useAlertReports().query;
  const toasts = useToasts();
  useMarkRead(reports);
  return (
    <>
      <UndeliveredList reports={reports} onNavigate={onNavigate} />
      <div className={classes.head}>
        <h2>Alerts</h2>
        <Link to={`${paths.alerts}?tab=history`} onClick={onNavigate}>
          Alert history
        </Link>
      </div>
      {reports.length > 0 ? (
        <ReportList label="Newest alerts" reports={reports.slice(0, MAX_REPORTS)} onGo={onNavigate} />
      ) : (
        <p className={classes.none}>No alert has fired yet.</p>
      )}
      {(toasts.length > 0 || reports.length === 0) && (
        <>
          <div className={classes.head}>
            <h2>Recent</h2>
          </div>
          {toasts.length === 0 && <p className={classes.none}>No notifications.</p>}
          <ul className={classes.list}>
            {toasts.map((toast) => (
              <li key={toast.id} data-tone={toast.tone}>
                <ToastText toast={toast} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
