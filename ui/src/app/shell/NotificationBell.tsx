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
  const newestId = toasts[0]?.id ?? 0;
  const [lastSeenId, setLastSeenId] = useState(0);
  const hasNewToast = newestId > lastSeenId && !opened;
  const toggle = (open: boolean) => {
    setOpened(open);
    setLastSeenId(newestId);
  };
  return (
    <Popup
      label="Notifications"
      width={360}
      opened={opened}
      onChange={toggle}
      trigger={
        <button
          type="button"
          className={classes.button}
          aria-label={accessibleName(count, hasNewToast, isFailing)}
        >
          <Icon name="bell" />
          {unread > 0 && (
            <span className={`num ${classes.count}`} data-failing={isFailing}>
              {count}
            </span>
          )}
          {unread === 0 && (hasNewToast || isFailing) && (
            <span className={classes.mark} data-failing={isFailing} />
          )}
        </button>
      }
    >
      <NotificationList onNavigate={() => toggle(false)} />
    </Popup>
  );
}

/** Returns the accessible name. It contains the visible text, for voice control. */
function accessibleName(count: string, hasNewToast: boolean, isFailing: boolean | undefined): string {
  const failing = isFailing ? ', a channel fails' : '';
  if (count !== '0') return `Notifications, ${count} unread ${count === '1' ? 'alert' : 'alerts'}${failing}`;
  return `Notifications${failing || (hasNewToast ? ', new' : '')}`;
}
