export type { Column } from './column';
export { columns, LiveFigure } from './columns';
export { TickerRows } from './TickerRowParts';
export { TickerTable, TickerTableSkeleton } from './TickerTable';
