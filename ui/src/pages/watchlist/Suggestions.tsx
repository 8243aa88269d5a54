import { tickersBySymbolQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { TickerLogo } from '~/widgets/TickerLogo';
import { useMembership } from '~/widgets/WatchStar/useMembership';
import { WriteButton } from '~/widgets/WriteButton';
import classes from './Suggestions.module.css';
import { useEntryChanges } from './useWatchlistChanges';

/** One or two tickers of each kind, suggested for an empty list. */
const SYMBOLS = ['SPY', 'AAPL', 'NVDA', 'MSFT', 'BTC', 'ETH', 'GC=F', 'CL=F'];

/** Popular tickers with buttons that add them to a list; without one, the first press creates it. */
export function Suggestions({ listId }: { listId?: number }) {
  const { data = [] } = useQuery(tickersBySymbolQuery(SYMBOLS));
  if (data.length === 0) return null;
  // A list has a heading of its own.
  const Heading = listId === undefined ? 'h2' : 'h3';
  return (
    <section className={classes.suggestions} aria-label="Popular tickers">
      <Heading>Popular tickers</Heading>
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
            {listId === undefined ? <AddFirst ticker={ticker} /> : <AddTo listId={listId} ticker={ticker} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AddTo({ listId, ticker }: { listId: number; ticker: TickerRow }) {
  const { add } = useEntryChanges(listId);
  return <AddButton ticker={ticker} isPending={add.isPending} onAdd={() => add.mutate(ticker.id)} />;
}

/** Creates a list with the ticker. */
function AddFirst({ ticker }: { ticker: TickerRow }) {
  const { change } = useMembership(ticker);
  return (
    <AddButton
      ticker={ticker}
      isPending={change.isPending}
      onAdd={() => change.mutate({ list: undefined })}
    />
  );
}

function AddButton({
  ticker,
  isPending,
  onAdd,
}: {
  ticker: TickerRow;
  isPending: boolean;
  onAdd: () => void;
}) {
  return (
    <WriteButton
      size="compact-sm"
      variant="default"
      disabled={isPending}
      aria-label={`Add ${ticker.symbol}`}
      onClick={onAdd}
    >
      Add
    </WriteButton>
  );
}
