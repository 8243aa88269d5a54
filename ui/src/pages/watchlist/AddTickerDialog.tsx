import { TextInput } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { tickersBySymbolQuery } from '~/api/queries';
import type { FoundSymbol, SymbolPrice, TickerHit, TickerRow, WatchlistEntry } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Dialog } from '~/components/layer/Dialog';
import { listLikelihoodOf, splitSymbols } from '~/market/splitSymbols';
import { toast } from '~/state/toasts';
import { LivePrice } from '~/widgets/LivePrice';
import { TickerLogo } from '~/widgets/TickerLogo';
import { FoundPrice } from '~/widgets/TickerSearch/FoundPrice';
import { useFollow } from '~/widgets/TickerSearch/useFollow';
import { useListings } from '~/widgets/TickerSearch/useListings';
import { useTickerSearch } from '~/widgets/TickerSearch/useTickerSearch';
import classes from './AddTickerDialog.module.css';
import { ListImport } from './ListImport';
import type { Entries } from './parseEntries';
import { useQuickAdd } from './useQuickAdd';
import { useEntryChanges } from './useWatchlistChanges';

interface Props {
  listId: number;
  entries: readonly WatchlistEntry[];
  onClose: () => void;
}

/**
 * WTCH-01: a search field and results, each with an Add button that closes the dialog. Enter adds the best match and
 * clears the field for the next one; a pasted list is added as a whole. Unknown symbols are followed first.
 */
export function AddTickerDialog({ listId, entries, onClose }: Props) {
  const [text, setText] = useState('');
  const [list, setList] = useState<Entries>();
  return (
    <Dialog title="Add Ticker" width={32} onClose={onClose}>
      {list ? (
        <ListImport listId={listId} list={list} onClose={onClose} />
      ) : (
        <Search
          listId={listId}
          entries={entries}
          text={text}
          setText={setText}
          onList={(symbols) =>
            setList({ entries: symbols.map((symbol) => ({ symbol, note: '' })), skipped: [], unused: [] })
          }
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface SearchProps extends Props {
  text: string;
  setText: (text: string) => void;
  onList: (symbols: string[]) => void;
}

function Search({ listId, entries, text, setText, onList, onClose }: SearchProps) {
  const suggestions = useTickerSearch(text, 1);
  const { hits, settled, failed } = suggestions;
  const { found, prices } = useListings(text, suggestions);
  useEffect(() => {
    if (failed) toast('Error', 'Failed to search for tickers.', 'destructive');
  }, [failed]);
  const { add } = useEntryChanges(listId);
  const field = useRef<HTMLInputElement>(null);
  const listedIds = new Set(entries.map(({ id }) => id));
  const { data: rows = [] } = useQuery(tickersBySymbolQuery(hits.map(({ symbol }) => symbol)));
  const quickAdd = useQuickAdd(listId, entries);
  const follow = useFollow((_, row) => row && add.mutate(row.id, { onSuccess: onClose }));
  const listLikelihood = listLikelihoodOf(text);
  const isPasted =
    listLikelihood === 'yes' || (listLikelihood === 'perhaps' && settled && hits.length + found.length === 0);
  const symbols = isPasted ? splitSymbols(text) : [];
  const change = (next: string) => {
    setText(next);
    quickAdd.forget();
  };
  const enter = async () => {
    if (isPasted) return onList(symbols);
    const input = text.trim();
    if (!input) return;
    const result = await quickAdd.add(input);
    if (result === 'list') return onList(splitSymbols(input));
    if (result) setText('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void enter();
  };
  // A single-line field would join pasted lines without a space.
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\r\n\t]/.test(pasted.trim())) return;
    event.preventDefault();
    change(
      [text, pasted]
        .join(' ')
        .trim()
        .replace(/\s*[\r\n\t]+\s*/g, ', '),
    );
  };
  const isEmpty = hits.length + found.length === 0;
  return (
    <>
      <TextInput
        ref={field}
        type="search"
        aria-label="Search for a ticker"
        placeholder="Symbol or name, or a list of symbols"
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <p role="status" className={classes.said}>
        {quickAdd.announcement}
      </p>
      {isPasted ? (
        <div className={classes.list}>
          <p>{symbols.join(', ')}</p>
          <Button onClick={() => onList(symbols)}>Add {symbols.length} tickers</Button>
        </div>
      ) : (
        // The results scroll, so the keyboard must be able to reach them.
        <section className={classes.results} tabIndex={0} aria-label="Results">
          {!isEmpty && (
            <table>
              <thead>
                <tr>
                  <th scope="col">Symbol</th>
                  <th scope="col">Name</th>
                  <th scope="col">Price</th>
                  <th scope="col">Actions</th>
                </tr>
              </thead>
              <tbody>
                {hits.map((hit) => (
                  <Hit
                    key={hit.id}
                    hit={hit}
                    row={rows.find(({ id }) => id === hit.id)}
                    isInList={listedIds.has(hit.id)}
                    busy={add.isPending}
                    onAdd={() => add.mutate(hit.id, { onSuccess: onClose })}
                  />
                ))}
                {found.map((listing) => (
                  <Listing
                    key={listing.symbol}
                    listing={listing}
                    price={prices.get(listing.symbol)}
                    busy={follow.isPending || add.isPending}
                    onFollow={() => follow.mutate(listing.symbol)}
                  />
                ))}
              </tbody>
            </table>
          )}
          {isEmpty && settled && <p>No results found</p>}
          {isEmpty && !settled && <p>Type a symbol or a name, or paste a list.</p>}
        </section>
      )}
    </>
  );
}

interface HitProps {
  hit: TickerHit;
  row: TickerRow | undefined;
  isInList: boolean;
  busy: boolean;
  onAdd: () => void;
}

function Hit({ hit, row, isInList, busy, onAdd }: HitProps) {
  return (
    <tr>
      <td>
        <span className={classes.symbol}>
          <TickerLogo of={hit} size={28} />
          <span>
            <strong>{hit.symbol}</strong>
            <span className={classes.under}>{hit.name}</span>
          </span>
        </span>
      </td>
      <td>{hit.name}</td>
      <td className={classes.price}>{row && <LivePrice ticker={row} />}</td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy || isInList}
          aria-label={isInList ? `${hit.symbol} is in this list` : `Add ${hit.symbol}`}
          onClick={onAdd}
        >
          {isInList ? 'In this list' : 'Add'}
        </Button>
      </td>
    </tr>
  );
}

interface ListingProps {
  listing: FoundSymbol;
  price: SymbolPrice | undefined;
  busy: boolean;
  onFollow: () => void;
}

function Listing({ listing, price, busy, onFollow }: ListingProps) {
  const { symbol, name, exchange } = listing;
  return (
    <tr>
      <td>
        <span className={classes.symbol}>
          <TickerLogo of={listing} size={28} />
          <span>
            <strong>{symbol}</strong>
            <span className={classes.under}>{name}</span>
          </span>
        </span>
      </td>
      <td>{exchange ? `${name} · ${exchange}` : name}</td>
      <td className={classes.price}>
        <FoundPrice of={listing} found={price} />
      </td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          aria-label={`Follow and add ${symbol}`}
          onClick={onFollow}
        >
          Follow
        </Button>
      </td>
    </tr>
  );
}
