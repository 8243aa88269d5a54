import type { ReactNode } from 'react';
import { LazyBoundary } from '../layer/LazyBoundary';
import { retryingLazy } from '../layer/retryingLazy';
import { PanelActions } from '../PanelActions';
import { CsvDownload } from './CsvDownload';
import type { HasId } from './column';
import classes from './TableToolBar.module.css';
import type { TableToolsProps } from './TableTools';

const TableTools = retryingLazy(() => import('./TableTools')) as <Row extends HasId>(
  props: TableToolsProps<Row>,
) => ReactNode;

interface Props<Row extends HasId> extends TableToolsProps<Row> {
  /** True for a short table, which has only the CSV button. */
  short: boolean;
}

/** The controls of a table, in the header of its panel or above it. Their code is loaded when a table is shown. */
export function TableToolBar<Row extends HasId>({ short, ...props }: Props<Row>) {
  return (
    <PanelActions>
      <div className={classes.bar} data-short={short || undefined} data-print="hide">
        {short ? (
          <CsvDownload label={props.label} rows={props.rows} columns={props.choice.shown} />
        ) : (
          <LazyBoundary silent>
            <TableTools {...props} />
          </LazyBoundary>
        )}
      </div>
    </PanelActions>
  );
}
