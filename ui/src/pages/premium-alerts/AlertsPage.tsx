import { type ComponentProps, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { alertHistoryQuery, alertsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Dialog } from '~/components/layer/Dialog';
import { useIsNarrow } from '~/hooks/useIsPhone';
import { KEEP_SCROLL, useUrlChoice } from '~/hooks/useUrlChoice';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { AlertForm, CREATE_ALERT } from './AlertForm';
import classes from './Alerts.module.css';
import { type AlertTab, AlertTabs } from './AlertTabs';
import { firstDraft, requestedSymbol } from './draft';
import { IncludedCard } from './IncludedCard';
import { RecentlyFired } from './RecentlyFired';
import { useAlertFigures } from './useAlertFigures';

/** ALRT-01: the form on the left, active and fired alerts on the right. On narrow windows the form opens in a layer. */
export default function AlertsPage() {
  const [tab, setTab] = useUrlChoice<AlertTab>('tab', ['active', 'history'], 'push');
  const narrow = useIsNarrow();
  const alerts = useQuery(alertsQuery);
  const history = useQuery(alertHistoryQuery);
  const isKnown = !alerts.isPending && !history.isPending;
  const [params] = useSearchParams();
  const [draft, setDraft] = useState(() => firstDraft(params));
  const visit = useVisit();
  const [answered, setAnswered] = useState(visit);
  if (visit !== answered) {
    setAnswered(visit);
    setDraft((before) => ({ ...before, ...requestedSymbol(params) }));
  }
  return (
    <WideLayout>
      <PageHead
        title="Premium Price Alerts"
        text="Checked on every price update, even while no page is open."
        figures={useAlertFigures()}
      />
      <div className={classes.columns}>
        <div>
          {narrow ? (
            <CreateButton
              {...{ draft, setDraft, visit }}
              hasSymbol={params.has('symbol') || params.has('screen')}
            />
          ) : (
            <AlertForm {...{ draft, setDraft }} />
          )}
        </div>
        <div className={classes.tabs}>
          <AlertTabs tab={tab} onTab={setTab} />
          {/* Rendered once the length of the lists is known, so that nothing moves. */}
          {isKnown && (
            <div className={classes.below}>
              {/* The history shows all fired alerts. */}
              {tab === 'active' && <RecentlyFired />}
              <IncludedCard />
            </div>
          )}
        </div>
      </div>
    </WideLayout>
  );
}

/** A new value for each navigation to this page; choices on the page don't change it. */
function useVisit(): string {
  const { key, state } = useLocation();
  const [visit, setVisit] = useState(key);
  if (visit !== key && state?.keepScroll !== KEEP_SCROLL.keepScroll) setVisit(key);
  return visit;
}

type Form = Pick<ComponentProps<typeof AlertForm>, 'draft' | 'setDraft'> & {
  visit: string;
  /** True if the URL names an asset or a screen. */
  hasSymbol: boolean;
};

/**
 * Opens the form in a layer; already open after a link from a ticker page (TICK-10) or if the form was started in a
 * wider window.
 */
function CreateButton({ visit, hasSymbol, ...form }: Form) {
  const [opened, setOpened] = useState(
    form.draft.symbol !== '' || form.draft.list !== '' || form.draft.screen !== '',
  );
  const [seen, setSeen] = useState(visit);
  if (visit !== seen) {
    setSeen(visit);
    if (hasSymbol) setOpened(true);
  }
  const close = () => setOpened(false);
  return (
    <>
      <Button fullWidth leftSection={<Icon name="plus" size={16} />} onClick={() => setOpened(true)}>
        {CREATE_ALERT}
      </Button>
      {opened && (
        <Dialog title={CREATE_ALERT} onClose={close}>
          <AlertForm {...form} layered onCreated={close} />
        </Dialog>
      )}
    </>
  );
}
