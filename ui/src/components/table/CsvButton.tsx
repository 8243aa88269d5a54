import { serverNow } from '~/state/clock';
import { toast } from '~/state/toasts';
import { Icon } from '../Icon';
import type { CsvColumn } from './csv';
import classes from './TableTools.module.css';

export interface CsvButtonProps<Row extends object> {
  /** The name of the table and its file. */
  label: string;
  rows: readonly Row[];
  columns: readonly CsvColumn<Row>[];
}

/** Downloads a table as CSV. */
export function CsvButton<Row extends object>({ label, rows, columns }: CsvButtonProps<Row>) {
  const save = () =>
    import('./csv').then(
      ({ csvName, saveText, toCsv }) =>
        saveText(csvName(label, new Date(serverNow()).toISOString().slice(0, 10)), toCsv(rows, columns)),
      () => toast('Error', "Couldn't create the file. Try again.", 'destructive'),
    );
  return (
    <button type="button" className={classes.tool} aria-label={`Download ${label} as CSV`} onClick={save}>
      <Icon name="download" size={16} />
      <span>CSV</span>
    </button>
  );
}
