export type { Column } from './column';
export { columns, LiveFigure } from './columns';
export { QuotedTable } from './QuotedTable';
export { RowHead, TickerRows } from './TickerRowParts';
export { TickerTable, TickerTableSkeleton } from './TickerTable';
export { type RowSheet, useRowSheet } from './useRowSheet';
