import { useState } from 'react';
import { watchlistsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import type { HeldRow } from '~/market/holdings';
import { PurchasesButton } from '~/widgets/Holdings/PurchasesButton';
import { useReadOnly } from '~/widgets/useReadOnly';
import classes from './EditButton.module.css';

/** Opens the purchases of a ticker. If several lists hold it, the user first chooses one of them. */
export function EditButton({ row }: { row: HeldRow }) {
  const [entry, ...others] = row.entries;
  if (!entry) return null;
  return others.length > 0 ? (
    <ListChoice row={row} />
  ) : (
    <PurchasesButton entry={entry} className={classes.button} isIcon />
  );
}

function ListChoice({ row }: { row: HeldRow }) {
  const readOnly = useReadOnly();
  const { data: lists } = useQuery(watchlistsQuery);
  const [opened, setOpened] = useState(false);
  if (readOnly) return null;
  const label = `Purchases of ${row.symbol}, by list`;
  return (
    <Popup
      label={label}
      width={260}
      opened={opened}
      onChange={setOpened}
      className={classes.lists}
      trigger={
        <button type="button" className={classes.button} aria-label={label} title="Purchases">
          <Icon name="coins" size={18} />
        </button>
      }
    >
      {row.entries.map((entry) => (
        <PurchasesButton
          key={entry.watchlistItemId}
          entry={entry}
          className={classes.list}
          label={lists?.find(({ id }) => id === entry.watchlistId)?.name ?? 'List'}
        />
      ))}
    </Popup>
  );
}
