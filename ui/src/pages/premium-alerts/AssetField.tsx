import { useId } from 'react';
import type { TickerDetail, TickerHit } from '~/api/types';
import { TextField } from '~/components/form/fields';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import classes from './AlertForm.module.css';

interface Props {
  symbol: string;
  /** What may be meant by what is written so far. */
  hits: readonly TickerHit[];
  /** The ticker of that symbol. */
  known: TickerDetail | undefined;
  error: string | undefined;
  onChange: (symbol: string) => void;
}

/** ALRT-02: the asset, picked from the tickers; what it costs now stands beneath. */
export function AssetField({ symbol, hits, known, error, onChange }: Props) {
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
        {hits.map((ticker) => (
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
