import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { tickersQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import classes from './AlertForm.module.css';

/** ALRT-02: the asset, picked from the tickers; what it costs now stands beneath. */
export function AssetField({ symbol, onChange }: { symbol: string; onChange: (symbol: string) => void }) {
  const id = useId();
  const { data: tickers = [] } = useQuery(tickersQuery());
  const wanted = symbol.trim().toUpperCase();
  const known = tickers.find((ticker) => ticker.symbol.toUpperCase() === wanted);
  return (
    <div className={classes.field}>
      <label htmlFor={id}>Asset</label>
      <input
        id={id}
        list={`${id}-assets`}
        value={symbol}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="AAPL, BTC, SPY"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-assets`}>
        {tickers.map((ticker) => (
          <option key={ticker.id} value={ticker.symbol} label={ticker.name} />
        ))}
      </datalist>
      {known && <Now ticker={known} />}
    </div>
  );
}

function Now({ ticker }: { ticker: TickerRow }) {
  return (
    <p className={classes.now}>
      <span>{ticker.name}</span>
      <LivePrice ticker={ticker} />
      <LiveChange ticker={ticker} />
    </p>
  );
}
