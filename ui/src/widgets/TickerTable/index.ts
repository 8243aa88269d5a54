export type { Column } from './column';
export { columns } from './columns';
export type { Sort } from './sort';
export { TickerTable, TickerTableSkeleton } from './TickerTable';
