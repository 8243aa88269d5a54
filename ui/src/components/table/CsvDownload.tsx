import { CsvButton, type CsvButtonProps } from './CsvButton';
import classes from './TableToolBar.module.css';

/** The CSV button of a list that has no other tools. */
export function CsvDownload<Row extends object>(props: CsvButtonProps<Row>) {
  if (props.rows.length === 0) return null;
  return (
    <span className={classes.csv} data-print="hide">
      <CsvButton {...props} />
    </span>
  );
}
