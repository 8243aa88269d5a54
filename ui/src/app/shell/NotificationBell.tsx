import { useState } from 'react';
import { alertChannelsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useToasts } from '~/state/toasts';
import { useAlertReports } from '~/widgets/AlertReports/useAlertReports';
import classes from './IconButton.module.css';

const NotificationList = retryingLazy(() => import('./NotificationList'));

/** The notification center: failed deliveries, alerts with their unread count, and recent toasts (TOAST-03). */
export function NotificationBell() {
  const { unread } = useAlertReports();
  const isFailing = useQuery(alertChannelsQuery).data?.some(({ kind, failing }) => kind && failing);
  const toasts = useToasts();
  const [opened, setOpened] = useState(false);
  const count = unread > 9 ? '9+' : String(unread);
  const newest = toasts[0]?.id ?? 0;
  const [seen, setSeen] = useState(0);
  const fresh = newest > seen && !opened;
  const toggle = (open: boolean) => {
    setOpened(open);
    setSeen(newest);
  };
  return (
    <Popup
      label="Notifications"
      width={360}
      opened={opened}
      onChange={toggle}
      trigger={
        <button type="button" className={classes.button} aria-label={nameOf(count, fresh, isFailing)}>
          <Icon name="bell" />
          {unread > 0 && (
            <span className={`num ${classes.count}`} data-failing={isFailing}>
              {count}
            </span>
          )}
          {unread === 0 && (fresh || isFailing) && <span className={classes.mark} data-failing={isFailing} />}
        </button>
      }
    >
      <NotificationList onGo={() => toggle(false)} />
    </Popup>
  );
}

/** The accessible name contains the visible text, for voice control. */
function nameOf(count: string, fresh: boolean, isFailing: boolean | undefined): string {
  const failing = isFailing ? ', a channel fails' : '';
  if (count !== '0') return `Notifications, ${count} unread ${count === '1' ? 'alert' : 'alerts'}${failing}`;
  return `Notifications${failing || (fresh ? ', new' : '')}`;
}
