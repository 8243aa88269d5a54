/** The tabs that are not shown at first: fetched together when one of them is opened. */
export { default as ComparisonTab } from './ComparisonTab';
export { default as DefiTab } from './DefiTab';
export { default as TrendingTab } from './TrendingTab';
