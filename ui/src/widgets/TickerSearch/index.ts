/** What other widgets use of it. */
export { FoundPrice } from './FoundPrice';
export { useFollow } from './useFollow';
export { useListings } from './useListings';
export { useTickerSearch } from './useTickerSearch';
