/** What only some tickers have: fetched together. */
export { default as DistributionPanel } from './DistributionPanel';
export { default as ForeignCards } from './ForeignCards';
export { default as PriceProblem } from './PriceProblem';
export { default as SourcePanel } from './SourcePanel';
