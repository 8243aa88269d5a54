/** Parts below the first screen, in a shared chunk. */

export { default as Movers } from '~/widgets/Movers/Movers';
export { default as IndexCard } from './dashboard/IndexCard';
export { default as StockMap } from './StockMap';
