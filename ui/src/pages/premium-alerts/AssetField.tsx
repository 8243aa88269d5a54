import { useId } from 'react';
import type { TickerRow } from '~/api/types';
import { TextField } from '~/components/form/fields';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import classes from './AlertForm.module.css';

interface Props {
  symbol: string;
  tickers: readonly TickerRow[];
  /** The ticker of that symbol. */
  known: TickerRow | undefined;
  error: string | undefined;
  onChange: (symbol: string) => void;
}

/** ALRT-02: the asset, picked from the tickers; what it costs now stands beneath. */
export function AssetField({ symbol, tickers, known, error, onChange }: Props) {
  const id = useId();
  return (
    <div className={classes.field}>
      <TextField
        label="Asset"
        list={id}
        value={symbol}
        error={error}
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="AAPL, BTC, SPY"
        onChange={onChange}
      />
      <datalist id={id}>
        {tickers.map((ticker) => (
          <option key={ticker.id} value={ticker.symbol} label={ticker.name} />
        ))}
      </datalist>
      {known && (
        <p className={classes.now}>
          <span>{known.name}</span>
          <LivePrice ticker={known} />
          <LiveChange ticker={known} />
        </p>
      )}
    </div>
  );
}
