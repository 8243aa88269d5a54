import { useState } from 'react';
import type { Disagreement, ServerStatus } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import { ShowMore } from '~/components/table/ShowMore';
import { useMarketNow } from '~/live/useMarketNow';
import { disagreementSentence, figureDecimals } from '~/market/disagreements';
import { formatNumber } from '~/market/format';
import { paths } from '~/paths';
import { TickerLogo } from '~/widgets/TickerLogo';
import classes from './StatusPage.module.css';
import { ago } from './status';

const STEP = 10;

const CSV_COLUMNS: readonly CsvColumn<Disagreement>[] = [
  { key: 'kind', title: 'Difference', value: ({ kind }) => kind },
  { key: 'date', title: 'Date', value: ({ date }) => date },
  { key: 'figures', title: 'Figures', value: ({ figures }) => figures.map(figureText).join(', ') },
  { key: 'used', title: 'Used', value: ({ used }) => used },
];

const figureText = ({ source, value }: Disagreement['figures'][number]) => `${source} ${value ?? 'none'}`;

/** Tickers whose sources report different closes, prices or dividends. Absent while nothing was compared. */
export function DisagreementsPanel({ disagreements }: Pick<ServerStatus, 'disagreements'>) {
  const now = useMarketNow();
  const [count, setCount] = useState(STEP);
  const { total, comparedTickers, comparedAt, rows } = disagreements;
  if (comparedTickers === 0 && total === 0) return null;
  const compared = comparedTickers === 1 ? '1 ticker' : `${comparedTickers} tickers`;
  return (
    <Panel
      title="Sources disagree"
      aside={
        <>
          {`${total} in ${compared}${comparedAt ? `, compared ${ago(comparedAt, now)}` : ''}`}
          <CsvDownload label="Sources disagree" rows={rows} columns={CSV_COLUMNS} />
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyState text="The sources of all compared tickers agree." low />
      ) : (
        <>
          <ul className={classes.trouble} aria-label="Sources disagree">
            {rows.slice(0, count).map((row) => (
              <Row key={`${row.symbol} ${row.kind} ${row.date}`} row={row} />
            ))}
          </ul>
          <ShowMore remaining={rows.length - count} onClick={() => setCount(count + STEP)} />
        </>
      )}
    </Panel>
  );
}

function Row({ row }: { row: Disagreement }) {
  return (
    <li className={classes.row}>
      <TickerLogo of={row} size={32} />
      <Link to={paths.ticker(row.symbol)}>{row.symbol}</Link>
      <p>{disagreementSentence(row, (value) => formatNumber(value, figureDecimals(row, value, 2)))}</p>
    </li>
  );
}
