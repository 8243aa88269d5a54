import classes from './PointTable.module.css';

interface Props {
  /** Accessible name of the scrolling region. */
  label: string;
  /** Headings of the columns after the time. */
  columns: readonly string[];
  /** Newest first. */
  rows: readonly { key: string; time: string; cells: readonly string[] }[];
}

/** A chart as a table: one row per point. */
export function PointTable({ label, columns, rows }: Props) {
  return (
    <section className={classes.tableScroll} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, time, cells }) => (
            <tr key={key}>
              <th scope="row">{time}</th>
              {cells.map((text, column) => (
                <td key={columns[column]} className="num">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
