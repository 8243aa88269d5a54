import { tickersBySymbolQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { TickerLogo } from '~/widgets/TickerLogo';
import { WriteButton } from '~/widgets/WriteButton';
import classes from './Suggestions.module.css';
import { useEntryChanges } from './useWatchlistChanges';

/** One or two tickers of each kind, suggested for an empty list. */
const SYMBOLS = ['SPY', 'AAPL', 'NVDA', 'MSFT', 'BTC', 'ETH', 'GC=F', 'CL=F'];

/** Popular tickers with buttons that add them to the list. */
export function Suggestions({ listId }: { listId: number }) {
  const { data = [] } = useQuery(tickersBySymbolQuery(SYMBOLS));
  const { add } = useEntryChanges(listId);
  if (data.length === 0) return null;
  return (
    <section className={classes.suggestions} aria-label="Popular tickers">
      <h3>Popular tickers</h3>
      <ul>
        {data.map((ticker) => (
          <li key={ticker.id}>
            <TickerLogo of={ticker} size={32} />
            <p>
              <strong>{ticker.symbol}</strong>
              <span>{ticker.name}</span>
            </p>
            <p className={classes.quote}>
              <LivePrice ticker={ticker} />
              <LiveChange ticker={ticker} />
            </p>
            <WriteButton
              size="compact-sm"
              variant="default"
              disabled={add.isPending}
              aria-label={`Add ${ticker.symbol}`}
              onClick={() => add.mutate(ticker.id)}
            >
              Add
            </WriteButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
