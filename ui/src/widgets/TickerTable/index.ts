export type { Column } from './column';
export { columns, LiveFigure } from './columns';
export { TickerLines } from './TickerLine';
export { TickerTable, TickerTableSkeleton } from './TickerTable';
