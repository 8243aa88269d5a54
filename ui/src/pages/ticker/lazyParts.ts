/** Parts that only some tickers have, in a shared chunk. */
export { default as DistributionPanel } from './DistributionPanel';
export { default as ForeignCards } from './ForeignCards';
export { Notices } from './Notices';
export { default as SourcePanel } from './SourcePanel';
