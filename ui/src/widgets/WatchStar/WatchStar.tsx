import { useState } from 'react';
import type { Ticker } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { useReadOnly } from '../useReadOnly';
import { ListChoices } from './ListChoices';
import { useMembership } from './useMembership';
import classes from './WatchStar.module.css';

/**
 * Adds a ticker to a watchlist or removes it. The star is filled if the ticker is listed; with several lists a press
 * asks for one.
 */
export function WatchStar({ ticker }: { ticker: Pick<Ticker, 'id' | 'symbol'> }) {
  const { memberships, change } = useMembership(ticker);
  const readOnly = useReadOnly();
  const [opened, setOpened] = useState(false);
  const listed = memberships?.some(({ entry }) => entry) ?? false;
  const hasSeveralLists = memberships !== undefined && memberships.length > 1;
  const [only] = memberships ?? [];
  const button = (
    <Button
      variant="default"
      leftSection={<Icon name="star" size={17} filled={listed} />}
      aria-pressed={hasSeveralLists ? undefined : listed}
      disabled={readOnly || memberships === undefined}
      loading={change.isPending}
      onClick={() => change.mutate({ list: only?.list, entry: only?.entry })}
    >
      Watchlist
    </Button>
  );
  if (!hasSeveralLists) return button;
  return (
    <Popup
      label="Watchlists"
      width="16rem"
      opened={opened}
      onChange={setOpened}
      className={classes.lists}
      trigger={button}
    >
      <ListChoices memberships={memberships} busy={change.isPending} onChoose={change.mutate} />
    </Popup>
  );
}
