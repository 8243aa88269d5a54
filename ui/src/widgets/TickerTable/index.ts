export type { Column } from './column';
export { columns } from './columns';
export type { Sort } from './sort';
export { TickerLines } from './TickerLine';
export { TickerListPanel } from './TickerListPanel';
export { TickerTable, TickerTableSkeleton } from './TickerTable';
