import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { relatedQuery, tickersBySymbolQuery } from '~/api/queries';
import type { TickerRow, TickerType } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { shortName } from '~/market/shortName';
import classes from './CompareList.module.css';
import { LiveChange, LivePrice } from './LivePrice';
import { FoundPrice, useFollow, useListings, useTickerSearch } from './TickerSearch';

interface Props {
  /** Tickers similar to this one are suggested. */
  symbol: string;
  /** Excluded from the suggestions in addition to the compared tickers. */
  own?: string;
  compared: readonly string[];
  onChange: (symbols: readonly string[]) => void;
  /** Maximum number of compared tickers. */
  maxCompared: number;
  /** Shown when the maximum is reached. */
  fullText: string;
  /** Restricts suggestions to this type. */
  type?: TickerType;
}

/** Maximum number of suggestions, and of listings that can be followed. */
const MAX_SUGGESTIONS = 6;

/**
 * The compared tickers and a search for more; before typing, tickers of the same kind are suggested. Unknown symbols
 * are followed first.
 */
export default function CompareList({ symbol, own, compared, onChange, maxCompared, fullText, type }: Props) {
  const [text, setText] = useState('');
  const suggestions = useTickerSearch(text, 1);
  const isFull = compared.length >= maxCompared;
  const excluded = new Set([own, ...compared]);
  const { data: related = [] } = useQuery({ ...relatedQuery(symbol), staleTime: 60_000 });
  const isEmpty = text.trim() === '';
  const offered = isEmpty ? related : suggestions.hits;
  const hits = offered
    .filter((hit) => !excluded.has(hit.symbol) && (!type || hit.type === type))
    .slice(0, MAX_SUGGESTIONS);
  const listings = useListings(isFull ? '' : text, suggestions);
  const found = listings.found.filter((listing) => !type || listing.type === type).slice(0, MAX_SUGGESTIONS);
  const { data: rows = [] } = useQuery(
    tickersBySymbolQuery([...compared, ...(isEmpty ? [] : hits.map((hit) => hit.symbol))]),
  );
  const rowOf = (wanted: string) => [...rows, ...related].find((row) => row.symbol === wanted);
  // A pressed row disappears: the focus stays in the list, or in the field while typing.
  const list = useRef<HTMLDivElement>(null);
  const add = (other: string, isTyping: boolean) => {
    if (!isTyping || compared.length + 1 >= maxCompared) list.current?.focus({ preventScroll: true });
    onChange([...compared, other]);
    setText('');
  };
  const follow = useFollow((followed) => {
    if (!excluded.has(followed)) add(followed, true);
  });
  const remove = (other: string) => {
    list.current?.focus({ preventScroll: true });
    onChange(compared.filter((each) => each !== other));
  };
  return (
    // A full list has no field to focus.
    <div className={classes.list} ref={list} tabIndex={-1} data-autofocus={isFull || undefined}>
      {compared.length > 0 && (
        <ul aria-label="Compared tickers">
          {compared.map((other) => (
            <li key={other} className={classes.row}>
              <b>{other}</b>
              <Quote row={rowOf(other)} />
              <button type="button" aria-label={`Remove ${other}`} onClick={() => remove(other)}>
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        label="Add a ticker"
        placeholder="Symbol or name"
        description={isFull ? fullText : undefined}
        disabled={isFull}
        value={text}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        data-autofocus={isFull ? undefined : true}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isEmpty || event.nativeEvent.isComposing) return;
          if (hits[0]) add(hits[0].symbol, true);
          else if (found[0]) follow.mutate(found[0].symbol);
        }}
      />
      {hits.length > 0 && !isFull && (
        <ul aria-label={isEmpty ? 'Suggested tickers' : 'Found tickers'}>
          {hits.map((hit) => (
            <li key={hit.symbol}>
              <button type="button" className={classes.result} onClick={() => add(hit.symbol, false)}>
                <b>{hit.symbol}</b> <span>{shortName(hit.name)}</span>
                <Quote row={rowOf(hit.symbol)} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.length > 0 && !isFull && (
        <ul aria-label="Not followed yet">
          {found.map((listing) => (
            <li key={listing.symbol}>
              <button
                type="button"
                className={classes.result}
                aria-label={`Follow and add ${listing.symbol}`}
                disabled={follow.isPending}
                onClick={() => follow.mutate(listing.symbol)}
              >
                <b>{listing.symbol}</b> <span>{shortName(listing.name)}</span>
                <span className={classes.quote}>
                  <FoundPrice of={listing} found={listings.prices.get(listing.symbol)} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Live price and daily change; arrives a moment after the name. */
function Quote({ row }: { row: TickerRow | undefined }) {
  if (!row) return null;
  return (
    <span className={classes.quote}>
      <LivePrice ticker={row} />
      <LiveChange ticker={row} />
    </span>
  );
}
