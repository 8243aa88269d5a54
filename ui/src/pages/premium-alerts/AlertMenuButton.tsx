import { useState } from 'react';
import type { Alert } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { lazyPart } from '~/components/layer/retryingLazy';
import classes from './Alerts.module.css';

const AlertMenu = lazyPart(() => import('./lazyParts'), 'AlertMenu');

/** Opens the menu of an alert. `alertName` is a text such as 'AAPL: Price rises above $300.00'. */
export function AlertMenuButton({ alert, alertName }: { alert: Alert; alertName: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popup
      label={`More on ${alertName}`}
      width={340}
      opened={opened}
      onChange={setOpened}
      className={classes.menu}
      trigger={
        <button type="button" className={classes.act} aria-label={`More on ${alertName}`}>
          <Icon name="more" size={18} />
        </button>
      }
    >
      <AlertMenu alert={alert} alertName={alertName} onDone={() => setOpened(false)} />
    </Popup>
  );
}
