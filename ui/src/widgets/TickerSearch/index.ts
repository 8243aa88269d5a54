/** Exports for other widgets. */
export { FoundPrice } from './FoundPrice';
export { useFollow } from './useFollow';
export { useListings } from './useListings';
export { useTickerSearch } from './useTickerSearch';
