import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { TickerHit, WatchlistEntry } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Dialog } from '~/components/layer/Dialog';
import { toast } from '~/state/toasts';
import { Monogram } from '~/widgets/Monogram';
import { useTickerSearch } from '~/widgets/TickerSearch/useTickerSearch';
import classes from './AddTickerDialog.module.css';
import { useEntryChanges } from './useWatchlistChanges';

interface Props {
  listId: number;
  entries: readonly WatchlistEntry[];
  onClose: () => void;
}

/** WTCH-01: a search box and its results, each with an Add button; an add closes the dialog. */
export function AddTickerDialog({ listId, entries, onClose }: Props) {
  const [text, setText] = useState('');
  const { hits, settled, failed } = useTickerSearch(text, 1);
  useEffect(() => {
    if (failed) toast('Error', 'Failed to search for tickers.', 'destructive');
  }, [failed]);
  const { add } = useEntryChanges(listId);
  const known = new Set(entries.map(({ id }) => id));
  return (
    <Dialog title="Add Ticker" width={32} onClose={onClose}>
      <TextInput
        type="search"
        aria-label="Search for a ticker"
        placeholder="Symbol or name"
        data-autofocus
        autoComplete="off"
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {/* Scrolls, so the keyboard must be able to reach it. */}
      <section className={classes.results} tabIndex={0} aria-label="Results">
        {hits.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">Symbol</th>
                <th scope="col">Name</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {hits.map((hit) => (
                <Hit
                  key={hit.id}
                  hit={hit}
                  known={known.has(hit.id)}
                  busy={add.isPending}
                  onAdd={() => add.mutate(hit.id, { onSuccess: onClose })}
                />
              ))}
            </tbody>
          </table>
        )}
        {hits.length === 0 && settled && <p>No results found</p>}
        {hits.length === 0 && !settled && <p>Type a symbol or a name.</p>}
      </section>
    </Dialog>
  );
}

interface HitProps {
  hit: TickerHit;
  known: boolean;
  busy: boolean;
  onAdd: () => void;
}

function Hit({ hit, known, busy, onAdd }: HitProps) {
  return (
    <tr>
      <td>
        <span className={classes.symbol}>
          <Monogram of={hit} size={28} />
          <strong>{hit.symbol}</strong>
        </span>
      </td>
      <td>{hit.name}</td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy || known}
          aria-label={known ? `${hit.symbol} is in this list` : `Add ${hit.symbol}`}
          onClick={onAdd}
        >
          {known ? 'In this list' : 'Add'}
        </Button>
      </td>
    </tr>
  );
}
