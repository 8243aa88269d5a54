import { useUrlChoice } from '~/hooks/useUrlChoice';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { AlertForm } from './AlertForm';
import classes from './Alerts.module.css';
import { type AlertTab, AlertTabs } from './AlertTabs';
import { IncludedCard } from './IncludedCard';
import { RecentlyFired } from './RecentlyFired';
import { useAlertFigures } from './useAlertFigures';

/** ALRT-01: the form at the left, what is watched and what fired at the right. */
export default function AlertsPage() {
  const [tab, setTab] = useUrlChoice<AlertTab>('tab', ['active', 'history'], 'push');
  return (
    <div className="container">
      <PageHead
        title="Premium Price Alerts"
        text="Checked on every price, even while no page is open."
        figures={useAlertFigures()}
      />
      <div className={classes.columns}>
        <div>
          <AlertForm />
        </div>
        <div className={classes.tabs}>
          <AlertTabs tab={tab} onTab={setTab} />
          <div className={classes.below}>
            {/* The history has all of it. */}
            {tab === 'active' && <RecentlyFired />}
            <IncludedCard />
          </div>
        </div>
      </div>
    </div>
  );
}
