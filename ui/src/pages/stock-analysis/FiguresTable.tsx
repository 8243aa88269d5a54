import { fundamentalsQuery, priceHistoryQuery, tickerQuery } from '~/api/queries';
import type { HistoryPoint, TickerRow } from '~/api/types';
import { useQueries } from '~/api/useQueries';
import { Icon } from '~/components/Icon';
import { Tooltip } from '~/components/layer/Tooltip';
import { PanelActions } from '~/components/PanelActions';
import { CsvDownload } from '~/components/table/CsvDownload';
import { useMarketNow } from '~/live/useMarketNow';
import { useQuotes } from '~/live/useQuotes';
import { UNKNOWN } from '~/market/format';
import { shortName } from '~/market/shortName';
import { TickerLogo } from '~/widgets/TickerLogo';
import { TickerLink } from '~/widgets/TickerTable/TickerLink';
import classes from './FiguresTable.module.css';
import { bestValue, type Compared, type Figure, figureGroups } from './figures';

interface Props {
  /** At least one. */
  rows: readonly TickerRow[];
  onRemove: (symbol: string) => void;
}

/** Daily closes of five years, whose first point has the close before. */
const closesQuery = ({ id }: TickerRow) => ({
  ...priceHistoryQuery(id, '5Y', { interval: '1d', base: true }),
  refetchInterval: 60 * 60_000,
});

const withBase = (points: readonly HistoryPoint[]) => {
  const base = points[0]?.base;
  return base ? [base, ...points] : points;
};

/** STCK-04: figures of the compared tickers side by side, a column for each ticker; the best value of a row is marked. */
export function FiguresTable({ rows, onRemove }: Props) {
  const now = useMarketNow();
  const quoted = useQuotes(rows);
  const details = useQueries({ queries: rows.map(({ symbol }) => tickerQuery(symbol)) });
  const histories = useQueries({ queries: rows.map(closesQuery) });
  const reports = useQueries({ queries: rows.map(({ id }) => fundamentalsQuery(id)) });
  const tickers = quoted.map(
    (row, index): Compared => ({
      ...row,
      detail: details[index]?.data,
      closes: withBase(histories[index]?.data ?? []),
      reports: reports[index]?.data,
    }),
  );
  // A group without any value, such as the reports of two coins, is omitted.
  const groups = figureGroups(now, tickers[0] as Compared).filter(({ figures }) =>
    figures.some(({ value }) => tickers.some((ticker) => value(ticker) != null)),
  );
  const columns = [
    { key: 'name', title: 'Name', value: ({ name }: Compared) => name },
    ...groups.flatMap(({ figures }) => figures),
  ];
  return (
    <>
      <PanelActions>
        <CsvDownload label="Stock comparison" rows={tickers} columns={columns} />
      </PanelActions>
      {/* Scrolls sideways on a phone, so the keyboard must be able to reach it. */}
      <section className={classes.scroll} tabIndex={0} aria-label="Compared figures">
        <table className={classes.table} aria-label="Fundamentals">
          <thead>
            <tr>
              <td />
              {rows.map((row) => (
                <th key={row.id} scope="col">
                  <Head row={row} onRemove={() => onRemove(row.symbol)} />
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ title, figures }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={rows.length + 1}>
                  <span>{title}</span>
                </th>
              </tr>
              {figures.map((figure) => (
                <FigureRow key={figure.key} figure={figure} tickers={tickers} />
              ))}
            </tbody>
          ))}
        </table>
      </section>
      <p className={classes.note}>
        <i className={classes.mark} /> Best of the row. Changes are in each ticker’s own currency, from the
        last close before the period.
      </p>
    </>
  );
}

function Head({ row, onRemove }: { row: TickerRow; onRemove: () => void }) {
  return (
    <span className={classes.head}>
      <TickerLink ticker={row} className="row-name">
        <TickerLogo of={row} size={28} />
        <span className="two-lines">
          <strong>{row.symbol}</strong>
          <span>{shortName(row.name)}</span>
        </span>
      </TickerLink>
      <button type="button" data-print="hide" aria-label={`Remove ${row.symbol}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}

function FigureRow({ figure, tickers }: { figure: Figure; tickers: readonly Compared[] }) {
  const best = bestValue(figure, tickers);
  return (
    <tr>
      <th scope="row">
        {figure.tip ? (
          <Tooltip label={figure.tip}>
            <span className={classes.explained}>{figure.title}</span>
          </Tooltip>
        ) : (
          figure.title
        )}
      </th>
      {tickers.map((ticker) => {
        const value = figure.value(ticker);
        const isBest = best !== null && value === best;
        return (
          <td key={ticker.id} className="num">
            <span data-best={isBest || undefined}>
              {value == null ? UNKNOWN : figure.render(ticker)}
              {isBest && <span className="visually-hidden">, best</span>}
            </span>
          </td>
        );
      })}
    </tr>
  );
}
