/** Parts that only some tickers have, in a shared chunk. */
export { default as DistributionPanel } from './DistributionPanel';
export { default as ForeignCards } from './ForeignCards';
export { HeldLine } from './HeldLine';
export { ImportedNotice } from './ImportedNotice';
export { default as PriceProblem } from './PriceProblem';
export { default as SourceDisagreement } from './SourceDisagreement';
export { default as SourcePanel } from './SourcePanel';
