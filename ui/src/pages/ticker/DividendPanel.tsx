import { dividendsQuery } from '~/api/queries';
import type { Dividend, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import {
  annualPayout,
  countedPayments,
  frequencyName,
  newestFirst,
  payoutCurrency,
  shownYield,
} from '~/market/dividends';
import { formatPrice, formatRate } from '~/market/format';
import { formatDate } from '~/market/time';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './DividendPanel.module.css';
import page from './TickerPage.module.css';

const CSV_COLUMNS: readonly CsvColumn<Dividend>[] = [
  { key: 'exDate', title: 'Ex-Date', value: ({ exDate }) => exDate },
  { key: 'payDate', title: 'Pay Date', value: ({ payDate }) => payDate },
  { key: 'amount', title: 'Amount', value: ({ amount }) => amount },
  { key: 'currency', title: 'Currency', value: ({ currency }) => currency },
  { key: 'yield', title: 'Yield', value: (row) => row.yield },
  { key: 'kind', title: 'Kind', value: ({ kind }) => kind },
  { key: 'projected', title: 'Projected', value: ({ isProjected }) => (isProjected ? 'yes' : 'no') },
];

/** TICK-04: paid dividends; two key figures are next to the table. */
export function DividendPanel({ ticker }: { ticker: TickerDetail }) {
  const query = useQuery(dividendsQuery(ticker.id));
  const [latest] = newestFirst(query.data ?? []);
  return (
    <Panel
      className={query.data?.length === 0 ? `${page.dividends} ${page.oneLine}` : page.dividends}
      title="Dividend History"
      aside={
        <>
          <SampleBadge shown={ticker.isSample} />
          {latest && frequencyName(latest.frequency)}
          <CsvDownload
            label={`${ticker.symbol} dividends`}
            rows={newestFirst(query.data ?? [])}
            columns={CSV_COLUMNS}
          />
        </>
      }
    >
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={5} height={44} />}
        emptyText="No dividend data available for this ticker."
      >
        {(rows) => <History ticker={ticker} rows={newestFirst(rows)} />}
      </QueryState>
    </Panel>
  );
}

function History({ ticker, rows }: { ticker: TickerDetail; rows: Dividend[] }) {
  return (
    <div className={classes.layout}>
      <dl className={classes.figures}>
        {ticker.trailingDividends && (
          <Trailing ticker={ticker} paid={ticker.trailingDividends} payout={annualPayout(rows)} />
        )}
        <div>
          <dt>Yield</dt>
          <dd className="num">
            {formatRate(shownYield(rows))}
            <small>{rows[0]?.isProjected ? 'of the next payment, annualized' : 'at the last ex-date'}</small>
          </dd>
        </div>
        <div>
          <dt>Annual payout</dt>
          <dd className="num">
            {formatPrice(annualPayout(rows), ticker.decimals, { currency: payoutCurrency(rows) })}
            <small>{paymentsText(rows)}</small>
          </dd>
        </div>
      </dl>
      <div>
        <section className={classes.scroll} tabIndex={0} aria-label="Dividends, newest first">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Ex-Date</th>
                <th scope="col">Amount</th>
                <th scope="col">Yield</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <DividendLine key={row.id} ticker={ticker} row={row} />
              ))}
            </tbody>
          </table>
        </section>
        {rows.some((row) => row.isProjected) && (
          <p className={classes.note}>* Projected: not paid yet, but included in yield and payout</p>
        )}
      </div>
    </div>
  );
}

interface TrailingProps {
  ticker: TickerDetail;
  paid: NonNullable<TickerDetail['trailingDividends']>;
  /** The payout figure below, to avoid showing the same value twice. */
  payout: number | null;
}

/** The dividends really paid in a year, as a percentage of the price; special dividends separately. */
function Trailing({ ticker, paid, payout }: TrailingProps) {
  const text = (amount: number | null) => formatPrice(amount, ticker.decimals, paid);
  const isShownAsPayout = text(paid.regular) === text(payout) && paid.yield !== null;
  const from = paid.convertedFrom.length > 0 ? `, converted from ${paid.convertedFrom.join(' and ')}` : '';
  const regular = `${isShownAsPayout ? 'of the price' : paid.regular > 0 ? `${text(paid.regular)} paid` : 'nothing paid'}${from}`;
  return (
    <div>
      <dt>Yield, 12 months</dt>
      <dd className="num">
        {formatRate(paid.yield ?? null)}
        <small>{paid.special > 0 ? `${regular}, and ${text(paid.special)} special` : regular}</small>
      </dd>
    </div>
  );
}

/** The payments in the payout: 'last 4 payments', or '4 payments, 1 projected'. */
function paymentsText(rows: readonly Dividend[]): string {
  const count = countedPayments(rows);
  const projected = rows.slice(0, count).filter(({ isProjected }) => isProjected).length;
  const payments = count === 1 ? 'one payment' : `${count} payments`;
  if (projected > 0) return `${payments}, ${projected} projected`;
  return count === 1 ? payments : `last ${payments}`;
}

function DividendLine({ ticker, row }: { ticker: TickerDetail; row: Dividend }) {
  return (
    <tr>
      <th scope="row">
        {formatDate(row.exDate)}
        {row.isProjected && <span title="Projected">*</span>}
        {row.payDate && <small>Paid {formatDate(row.payDate)}</small>}
      </th>
      <td className="num">{formatPrice(row.amount, ticker.decimals, row)}</td>
      <td className="num">{formatRate(row.yield)}</td>
    </tr>
  );
}
