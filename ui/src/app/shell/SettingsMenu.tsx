import { Popover } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Icon } from '~/components/Icon';
import classes from './IconButton.module.css';

const SettingsForm = lazy(() => import('./SettingsForm'));

/** The viewer's own choices, behind one button. */
export function SettingsMenu() {
  return (
    <Popover
      position="bottom-end"
      width={300}
      shadow="md"
      radius="lg"
      transitionProps={{ duration: 150 }}
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <button type="button" className={classes.button} aria-label="Display settings">
          <Icon name="settings" />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Display settings">
        <Suspense>
          <SettingsForm />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
