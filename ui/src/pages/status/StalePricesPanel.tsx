import { useState } from 'react';
import type { TickerStatus } from '~/api/types';
import { ButtonLink } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import { ShowMore } from '~/components/table/ShowMore';
import { useMarketNow } from '~/live/useMarketNow';
import { sourceTitle } from '~/market/sources';
import { paths } from '~/paths';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './StatusPage.module.css';
import { ago, type StalePriceGroup, someSymbols, stalePrices, stalePricesByCause } from './status';

const STEP = 10;

const CSV_COLUMNS: readonly CsvColumn<TickerStatus>[] = [
  { key: 'source', title: 'Source', value: ({ source }) => source },
  { key: 'updatedAt', title: 'Last price', value: ({ updatedAt }) => updatedAt },
  { key: 'lastError', title: 'Why', value: ({ lastError }) => lastError },
];

/** Tickers without fresh prices, grouped by reason. */
export function StalePricesPanel({ tickers }: { tickers: readonly TickerStatus[] }) {
  const groups = stalePricesByCause(tickers);
  const count = groups.reduce((sum, group) => sum + group.tickers.length, 0);
  return (
    <Panel
      title="Tickers without fresh prices"
      aside={
        <>
          {`${count} of ${tickers.length}`}
          <CsvDownload
            label="Tickers without fresh prices"
            rows={stalePrices(tickers)}
            columns={CSV_COLUMNS}
          />
        </>
      }
    >
      {groups.length === 0 ? (
        <EmptyState text="All tickers are up to date." low />
      ) : (
        <ul className={classes.trouble} aria-label="Tickers without fresh prices">
          {groups.map((group) =>
            group.tickers.length === 1 && group.tickers[0] ? (
              <Row key={group.cause} ticker={group.tickers[0]} cause={group.cause} />
            ) : (
              <Group key={group.cause} group={group} />
            ),
          )}
        </ul>
      )}
    </Panel>
  );
}

/** '67 tickers: reason', expandable to the tickers. */
function Group({ group: { cause, tickers } }: { group: StalePriceGroup }) {
  const [open, setOpen] = useState(false);
  const [count, setCount] = useState(STEP);
  // 'Yahoo knows no …' is completed with the symbols.
  const names = cause.endsWith('…') && someSymbols(tickers);
  return (
    <li className={classes.cause}>
      <details className={classes.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span>
            <b className="num">{tickers.length} tickers:</b> {names ? cause.replace('…', `${names}.`) : cause}
            {!open && !names && <small>{someSymbols(tickers)}</small>}
          </span>
        </summary>
        {open && (
          <>
            <ul>
              {tickers.slice(0, count).map((ticker) => (
                <Row key={ticker.symbol} ticker={ticker} />
              ))}
            </ul>
            <ShowMore remaining={tickers.length - count} onClick={() => setCount(count + STEP)} />
          </>
        )}
      </details>
    </li>
  );
}

/** `cause` is set for a ticker outside of a group. */
function Row({ ticker, cause }: { ticker: TickerStatus; cause?: string }) {
  const now = useMarketNow();
  const { symbol, source, updatedAt } = ticker;
  const last = updatedAt ? `Last price ${ago(updatedAt, now)}` : 'No price yet';
  return (
    <li className={classes.row}>
      <TickerLogo of={ticker} size={32} />
      <Link to={paths.ticker(symbol)}>{symbol}</Link>
      <p>
        {cause}
        <small>
          {last}
          {source && ` from ${sourceTitle(source)}`}
        </small>
      </p>
      {cause && (
        <ButtonLink to={paths.ticker(symbol)} variant="default" aria-label={`Details of ${symbol}`}>
          Details
        </ButtonLink>
      )}
    </li>
  );
}
