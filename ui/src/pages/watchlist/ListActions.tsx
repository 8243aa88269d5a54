import { useRef, useState } from 'react';
import type { Watchlist } from '~/api/types';
import { Icon } from '~/components/Icon';
import { confirm } from '~/components/layer/confirmation';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { Popup } from '~/components/layer/Popup';
import { lazyPart, retryingLazy } from '~/components/layer/retryingLazy';
import menu from '~/components/menu.module.css';
import { isWritable } from '~/market/sharing';
import { apiUrl } from '~/paths';
import { useCanFollow } from '~/widgets/TickerSearch/useCanFollow';
import { useHasPeople, useReadOnly } from '~/widgets/useReadOnly';
import { ListFileField } from './ListFileField';
import type { Entries } from './parseEntries';
import { useEntryChanges, useListChanges } from './useWatchlistChanges';

const HoldingsImport = retryingLazy(() => import('~/widgets/HoldingsImport'));
const ImportDialog = lazyPart(() => import('./lazyParts'), 'ImportDialog');
const ShareListDialog = lazyPart(() => import('./lazyParts'), 'ShareListDialog');

interface Props {
  list: Watchlist;
  onRename: () => void;
  onDeleted: () => void;
}

/** Actions on a whole list: rename, share, export, import, delete. A list that another person shares for reading can only be exported. */
export function ListActions({ list, onRename, onDeleted }: Props) {
  const readOnly = useReadOnly();
  const isShared = Boolean(list.ownerName);
  const canChange = isWritable(list);
  const hasPeople = useHasPeople();
  const { remove } = useListChanges();
  const file = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  const [dialog, setDialog] = useState<'import' | 'share' | null>(null);
  const closeDialog = () => setDialog(null);
  const closeAnd = (act: () => void) => () => {
    setOpened(false);
    act();
  };
  const confirmAndDelete = async () => {
    const countText = `${list.count} ${list.count === 1 ? 'ticker' : 'tickers'}`;
    const agreed = await confirm({
      title: 'Delete watchlist',
      text: `Are you sure you want to delete "${list.name}" with its ${countText}?`,
      action: 'Delete',
    });
    if (agreed) remove.mutate(list.id, { onSuccess: onDeleted });
  };
  const address = (format: string) => apiUrl(`watchlists/${list.id}/export?${format}`);
  return (
    <>
      <Popup
        label="List actions"
        width={220}
        opened={opened}
        onChange={setOpened}
        className={menu.menu}
        trigger={
          <button type="button" className={menu.button} aria-label="List actions" title="List actions">
            <Icon name="more" size={18} />
          </button>
        }
      >
        {canChange && (
          <button type="button" disabled={readOnly} onClick={closeAnd(onRename)}>
            Rename
          </button>
        )}
        {hasPeople && !isShared && (
          <button type="button" disabled={readOnly} onClick={closeAnd(() => setDialog('share'))}>
            Share…
          </button>
        )}
        <a href={address('format=csv&bom=true')} download onClick={() => setOpened(false)}>
          Export CSV
        </a>
        <a href={address('format=json')} download onClick={() => setOpened(false)}>
          Export JSON
        </a>
        {canChange && (
          <>
            <button type="button" disabled={readOnly} onClick={closeAnd(() => file.current?.click())}>
              Import from a file
            </button>
            <button type="button" disabled={readOnly} onClick={closeAnd(() => setDialog('import'))}>
              Import holdings
            </button>
          </>
        )}
        {!isShared && (
          <button
            type="button"
            disabled={readOnly}
            className={menu.danger}
            onClick={closeAnd(confirmAndDelete)}
          >
            Delete
          </button>
        )}
      </Popup>
      <ImportField listId={list.id} field={file} />
      {dialog && (
        <LazyBoundary onFail={closeDialog}>
          {dialog === 'import' ? (
            <HoldingsImport lists={[list]} listId={list.id} onClose={closeDialog} />
          ) : (
            <ShareListDialog list={list} onClose={closeDialog} />
          )}
        </LazyBoundary>
      )}
    </>
  );
}

/** Imports a file into the list. */
function ImportField({ listId, field }: { listId: number; field: React.RefObject<HTMLInputElement | null> }) {
  const { importEntries, check } = useEntryChanges(listId);
  const canFollow = useCanFollow();
  const [imported, setImported] = useState<Entries>();
  const importList = async (list: Entries) => {
    // Unknown symbols are followed after one question; a list without problems is imported at once.
    const hasUnknown = canFollow && (await check(list)).unknown.length > 0;
    if (hasUnknown || list.unused.length > 0) setImported(list);
    else importEntries.mutate(list);
  };
  const close = () => setImported(undefined);
  return (
    <>
      <ListFileField field={field} onList={importList} />
      {imported && (
        <LazyBoundary onFail={close}>
          <ImportDialog listId={listId} list={imported} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
