import { useId } from 'react';
import type { TickerDetail, TickerHit } from '~/api/types';
import { TextField } from '~/components/form/fields';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import classes from './AlertForm.module.css';

interface Props {
  symbol: string;
  /** What may be meant by what is written so far. */
  hits: readonly TickerHit[];
  error: string | undefined;
  onChange: (symbol: string) => void;
}

/** ALRT-02: the asset, picked from the tickers. */
export function AssetField({ symbol, hits, error, onChange }: Props) {
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
    </div>
  );
}

/** What the asset is called and costs now. */
export function AssetNow({ ticker }: { ticker: TickerDetail }) {
  return (
    <p className={classes.now}>
      <span>{ticker.name}</span>
      <LivePrice ticker={ticker} />
      <LiveChange ticker={ticker} />
    </p>
  );
}
