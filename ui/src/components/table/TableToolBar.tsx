import type { ReactNode } from 'react';
import { LazyBoundary } from '../layer/LazyBoundary';
import { retryingLazy } from '../layer/retryingLazy';
import { PanelActions } from '../PanelActions';
import { CsvDownload } from './CsvDownload';
import type { Identified } from './column';
import classes from './TableToolBar.module.css';
import type { TableToolsProps } from './TableTools';

const TableTools = retryingLazy(() => import('./TableTools')) as <Row extends Identified>(
  props: TableToolsProps<Row>,
) => ReactNode;

interface Props<Row extends Identified> extends TableToolsProps<Row> {
  /** A short table: shows only the CSV button. */
  short: boolean;
}

/** The controls of a table, in the head of its panel or above it; loaded when a table is shown. */
export function TableToolBar<Row extends Identified>({ short, ...props }: Props<Row>) {
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
