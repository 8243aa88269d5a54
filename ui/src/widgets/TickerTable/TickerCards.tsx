import { Link } from 'react-router-dom';
import type { TickerRow } from '~/api/types';
import { paths } from '~/paths';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { Monogram } from '~/widgets/Monogram';
import { Spark } from '~/widgets/Spark';
import type { Column } from './column';
import { SortControl } from './SortControl';
import classes from './TickerCards.module.css';
import type { TableView } from './view';

/** The same rows on a phone, with the order chosen above them. */
export function TickerCards<Row extends TickerRow>(view: TableView<Row>) {
  const details = view.columns.filter((column) => column.inCard);
  return (
    <>
      <SortControl {...view} />
      <ul aria-label={view.label}>
        {view.rows.map((row, index) => (
          <li key={row.id} className={classes.card}>
            <div className={classes.head}>
              <Monogram of={row} size={40} />
              <Link to={paths.ticker(row.symbol)} className={classes.link}>
                <strong>{row.symbol}</strong>
                <span>{row.name}</span>
              </Link>
              <Spark points={row.spark} change={row.change7d} width={56} height={26} />
              <div className={classes.figures}>
                <LivePrice ticker={row} />
                <LiveChange ticker={row} />
              </div>
            </div>
            {details.length > 0 && <Details row={row} index={index} columns={details} />}
          </li>
        ))}
      </ul>
    </>
  );
}

interface DetailsProps<Row extends TickerRow> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
}

function Details<Row extends TickerRow>({ row, index, columns }: DetailsProps<Row>) {
  return (
    <dl className={classes.details}>
      {columns.map((column) => (
        <div key={column.key}>
          <dt>{column.title}</dt>
          <dd className="num">{column.render(row, index)}</dd>
        </div>
      ))}
    </dl>
  );
}
