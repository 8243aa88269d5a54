/** The tabs not shown initially, in a shared chunk. */
export { default as ComparisonTab } from './ComparisonTab';
export { default as PerformersTab } from './PerformersTab';
export { default as SectorTab, SectorTools } from './SectorTab';
