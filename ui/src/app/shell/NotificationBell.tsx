import { Popover } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '~/components/Icon';
import { useToasts } from '~/components/toasts';
import classes from './IconButton.module.css';
import { NotificationList } from './NotificationList';

/** The notification centre: what was said lately (TOAST-03). A mark tells that there is something new. */
export function NotificationBell() {
  const toasts = useToasts();
  const [opened, setOpened] = useState(false);
  const newest = toasts[0]?.id ?? 0;
  const [seen, setSeen] = useState(0);
  const fresh = newest > seen && !opened;
  const toggle = (open: boolean) => {
    setOpened(open);
    setSeen(newest);
  };
  return (
    <Popover
      opened={opened}
      onChange={toggle}
      position="bottom-end"
      width={320}
      shadow="md"
      radius="lg"
      trapFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.button}
          aria-label={fresh ? 'Notifications, new' : 'Notifications'}
          onClick={() => toggle(!opened)}
        >
          <Icon name="bell" />
          {fresh && <span className={classes.mark} />}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications">
        <NotificationList />
      </Popover.Dropdown>
    </Popover>
  );
}
