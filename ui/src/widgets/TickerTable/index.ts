export type { Column } from './column';
export { columns } from './columns';
export { SortControl } from './SortControl';
export { type Sort, sortRows } from './sort';
export { TickerLines } from './TickerLine';
export { TickerListPanel } from './TickerListPanel';
export { TickerTable, TickerTableSkeleton } from './TickerTable';
export { useTableSort } from './useTableSort';
export { WideTable } from './WideTable';
