export type { Column } from './column';
export { columns, LiveFigure } from './columns';
export { RowHead, TickerRows } from './TickerRowParts';
export { TickerTable, TickerTableSkeleton } from './TickerTable';
