import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tickerSearchQuery } from '~/api/queries';
import { Icon } from '~/components/Icon';
import classes from './Compare.module.css';
import { MOST_COMPARED } from './useCompared';

interface Props {
  symbol: string;
  compared: readonly string[];
  onChange: (symbols: readonly string[]) => void;
}

const REST = 300;
const SHOWN = 6;

/** Those that are compared, and a search for more. */
export default function CompareList({ symbol, compared, onChange }: Props) {
  const [text, setText] = useState('');
  const [rested] = useDebouncedValue(text.trim(), REST);
  const { data = [] } = useQuery({ ...tickerSearchQuery(rested), enabled: rested !== '' });
  const isFull = compared.length >= MOST_COMPARED;
  const taken = new Set([symbol, ...compared]);
  const hits = rested === '' ? [] : data.filter((hit) => !taken.has(hit.symbol)).slice(0, SHOWN);
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
              {other}
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
          if (event.key === 'Enter' && hits[0]) add(hits[0].symbol);
        }}
      />
      {hits.length > 0 && !isFull && (
        <ul aria-label="Found tickers">
          {hits.map((hit) => (
            <li key={hit.symbol}>
              <button type="button" className={classes.hit} onClick={() => add(hit.symbol)}>
                <b>{hit.symbol}</b> <span>{hit.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
