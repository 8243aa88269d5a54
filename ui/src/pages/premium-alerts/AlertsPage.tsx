import { PageHead } from '~/widgets/PageHead/PageHead';
import { AlertForm } from './AlertForm';
import classes from './Alerts.module.css';
import { AlertTabs } from './AlertTabs';
import { IncludedCard } from './IncludedCard';

/** ALRT-01: the form at the left, what is watched and what fired at the right. */
export default function AlertsPage() {
  return (
    <div className="container">
      <PageHead title="Premium Price Alerts" text="Checked on every price, even while no page is open." />
      <div className={classes.columns}>
        <div className={classes.form}>
          <AlertForm />
        </div>
        <div className={classes.tabs}>
          <AlertTabs />
        </div>
        <div className={classes.included}>
          <IncludedCard />
        </div>
      </div>
    </div>
  );
}
