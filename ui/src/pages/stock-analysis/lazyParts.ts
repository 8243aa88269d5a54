/** The tabs that are not shown at first: fetched together when one of them is opened. */
export { default as ComparisonTab } from './ComparisonTab';
export { default as PerformersTab } from './PerformersTab';
export { default as SectorTab } from './SectorTab';
