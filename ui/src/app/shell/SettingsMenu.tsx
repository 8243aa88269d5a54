import { useState } from 'react';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { retryingLazy } from '~/components/layer/retryingLazy';
import classes from './IconButton.module.css';

const SettingsForm = retryingLazy(() => import('./SettingsForm'));

/** The header's settings menu. */
export function SettingsMenu() {
  const [opened, setOpened] = useState(false);
  return (
    <Popup
      label="Display settings"
      width={300}
      opened={opened}
      onChange={setOpened}
      trigger={
        <button type="button" className={classes.button} aria-label="Display settings">
          <Icon name="settings" />
        </button>
      }
    >
      <SettingsForm onNavigate={() => setOpened(false)} />
    </Popup>
  );
}
