import { useState } from 'react';
import { Popup } from '~/components/layer/Popup';
import { retryingLazy } from '~/components/layer/retryingLazy';
import type { Feed } from './feeds';
import classes from './Subscribe.module.css';

const SubscribeForm = retryingLazy(() => import('./SubscribeForm'));

/** Opens the feed addresses (calendar or news) of a page. */
export function Subscribe({ feed }: { feed: Feed }) {
  const [opened, setOpened] = useState(false);
  const label = feed === 'news' ? 'Subscribe to feed' : 'Subscribe to calendar';
  return (
    <Popup
      label={label}
      width="24rem"
      opened={opened}
      onChange={setOpened}
      className={classes.form}
      trigger={
        <button type="button" className={classes.trigger} data-print="hide">
          {label}
        </button>
      }
    >
      <SubscribeForm feed={feed} />
    </Popup>
  );
}
