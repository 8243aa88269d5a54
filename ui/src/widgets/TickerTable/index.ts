export type { Column } from './column';
export { columns, LiveFigure } from './columns';
export { TickerLines } from './TickerLine';
export { TickerListPanel } from './TickerListPanel';
export { TickerTable, TickerTableSkeleton } from './TickerTable';
