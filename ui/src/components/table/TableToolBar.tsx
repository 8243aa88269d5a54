import type { ReactNode } from 'react';
import { LazyBoundary } from '../layer/LazyBoundary';
import { retryingLazy } from '../layer/retryingLazy';
import type { Identified } from './column';
import classes from './TableToolBar.module.css';
import type { TableToolsProps } from './TableTools';

const TableTools = retryingLazy(() => import('./TableTools')) as <Row extends Identified>(
  props: TableToolsProps<Row>,
) => ReactNode;

/** The controls above a table, fetched when a table is shown. */
export function TableToolBar<Row extends Identified>(props: TableToolsProps<Row>) {
  return (
    <div className={classes.bar} data-print="hide">
      <LazyBoundary silent>
        <TableTools {...props} />
      </LazyBoundary>
    </div>
  );
}
