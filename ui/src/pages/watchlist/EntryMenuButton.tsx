import { useState } from 'react';
import type { WatchlistEntry } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { lazyPart } from '~/components/layer/retryingLazy';
import type { EntryMenuProps } from './EntryMenu';
import classes from './WatchTable.module.css';

const EntryMenu = lazyPart(() => import('./lazyParts'), 'EntryMenu');

interface Props extends Omit<EntryMenuProps, 'onDone'> {
  entry: WatchlistEntry;
}

/** On a phone: opens the actions that a wide table shows in the row. */
export function MenuButton(props: Props) {
  const [opened, setOpened] = useState(false);
  const label = `More on ${props.entry.symbol}`;
  return (
    <Popup
      label={label}
      width={340}
      opened={opened}
      onChange={setOpened}
      className={classes.menu}
      trigger={
        <button type="button" className={classes.more} aria-label={label}>
          <Icon name="more" size={18} />
        </button>
      }
    >
      <EntryMenu {...props} onDone={() => setOpened(false)} />
    </Popup>
  );
}
