/** What comes below the first screen: fetched together. */

export { default as Movers } from '~/widgets/Movers/Movers';
export { default as IndexCard } from './dashboard/IndexCard';
export { default as StockMap } from './StockMap';
