import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { namedTickersQuery, relatedQuery, tickerSearchQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { Icon } from '~/components/Icon';
import { shortName } from '~/market/shortName';
import { LiveChange, LivePrice } from '../LivePrice';
import classes from './Compare.module.css';
import { MOST_COMPARED } from './useCompared';

interface Props {
  symbol: string;
  compared: readonly string[];
  onChange: (symbols: readonly string[]) => void;
}

const REST = 300;
const SHOWN = 6;

/** Those that are compared, and a search for more: before anything is typed, tickers of the same kind. */
export default function CompareList({ symbol, compared, onChange }: Props) {
  const [text, setText] = useState('');
  const [rested] = useDebouncedValue(text.trim(), REST);
  const { data = [] } = useQuery({ ...tickerSearchQuery(rested), enabled: rested !== '' });
  const isFull = compared.length >= MOST_COMPARED;
  const taken = new Set([symbol, ...compared]);
  const { data: related = [] } = useQuery({ ...relatedQuery(symbol), staleTime: 60_000 });
  const isEmpty = text.trim() === '';
  const offered = isEmpty ? related : rested === '' ? [] : data;
  const hits = offered.filter((hit) => !taken.has(hit.symbol)).slice(0, SHOWN);
  const { data: rows = [] } = useQuery(
    namedTickersQuery([...compared, ...(isEmpty ? [] : hits.map((hit) => hit.symbol))]),
  );
  const rowOf = (wanted: string) => [...rows, ...related].find((row) => row.symbol === wanted);
  const add = (other: string) => {
    onChange([...compared, other]);
    setText('');
  };
  return (
    <div className={classes.list}>
      {compared.length > 0 && (
        <ul aria-label="Compared tickers">
          {compared.map((other) => (
            <li key={other} className={classes.row}>
              <b>{other}</b>
              <Quote row={rowOf(other)} />
              <button
                type="button"
                aria-label={`Remove ${other}`}
                onClick={() => onChange(compared.filter((each) => each !== other))}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        label="Add a ticker"
        placeholder="Symbol or name"
        description={isFull ? 'Four in all: remove one to add another.' : undefined}
        disabled={isFull}
        value={text}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isEmpty && hits[0]) add(hits[0].symbol);
        }}
      />
      {hits.length > 0 && !isFull && (
        <ul aria-label={isEmpty ? 'Suggested tickers' : 'Found tickers'}>
          {hits.map((hit) => (
            <li key={hit.symbol}>
              <button type="button" className={classes.hit} onClick={() => add(hit.symbol)}>
                <b>{hit.symbol}</b> <span>{shortName(hit.name)}</span>
                <Quote row={rowOf(hit.symbol)} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Its price and day, live; a moment after its name. */
function Quote({ row }: { row: TickerRow | undefined }) {
  if (!row) return null;
  return (
    <span className={classes.quote}>
      <LivePrice ticker={row} />
      <LiveChange ticker={row} />
    </span>
  );
}
