/** Exports for other widgets. */
export { FoundPrice } from './FoundPrice';
export { followAll, type Outcome } from './followAll';
export { useCanFollow } from './useCanFollow';
export { useFollow } from './useFollow';
export { useListings } from './useListings';
export { useHits, useTickerSearch } from './useTickerSearch';
