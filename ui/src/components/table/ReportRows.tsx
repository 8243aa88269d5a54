import classes from './ReportRows.module.css';

/** The outcome of a row of an import. */
export interface RowReport {
  name: string;
  text: string;
  /** False if the row was rejected. */
  ok: boolean;
}

/** The rows of an import with their outcomes, in a box that scrolls. */
export function ReportRows({ rows }: { rows: readonly RowReport[] }) {
  return (
    // The rows scroll, so the keyboard must be able to reach them.
    <section className={classes.rows} tabIndex={0} aria-label="Report">
      <table>
        <tbody>
          {rows.map(({ name, text, ok }, index) => (
            <tr key={index} data-failed={!ok || undefined}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
