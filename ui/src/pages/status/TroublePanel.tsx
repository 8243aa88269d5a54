import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { TickerStatus } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { ShowMore } from '~/components/table/ShowMore';
import { useMarketNow } from '~/live/useMarketNow';
import { sourceTitle } from '~/market/sources';
import { paths } from '~/paths';
import { Monogram } from '~/widgets/Monogram';
import classes from './StatusPage.module.css';
import { ago, withTrouble } from './status';

const STEP = 10;

/** The tickers that get no new price, and why. */
export function TroublePanel({ tickers }: { tickers: readonly TickerStatus[] }) {
  const [count, setCount] = useState(STEP);
  const found = withTrouble(tickers);
  return (
    <Panel title="Tickers with trouble" aside={`${found.length} of ${tickers.length}`}>
      {found.length === 0 ? (
        <EmptyState text="Every ticker has a price as new as its source gives." />
      ) : (
        <ul className={classes.trouble} aria-label="Tickers with trouble">
          {found.slice(0, count).map((ticker) => (
            <Row key={ticker.symbol} ticker={ticker} />
          ))}
        </ul>
      )}
      <ShowMore remaining={found.length - count} onClick={() => setCount(count + STEP)} />
    </Panel>
  );
}

function Row({ ticker }: { ticker: TickerStatus }) {
  const now = useMarketNow();
  const { symbol, source, updatedAt, lastError } = ticker;
  return (
    <li>
      <Monogram of={ticker} size={32} />
      <Link to={paths.ticker(symbol)}>{symbol}</Link>
      <p>
        {lastError ?? 'Its source has given no newer price.'}
        <small>
          {updatedAt ? `Last price ${ago(updatedAt, now)}` : 'No price yet'}
          {source && ` from ${sourceTitle(source)}`}
        </small>
      </p>
    </li>
  );
}
