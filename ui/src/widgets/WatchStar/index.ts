export { RowStar } from './RowStar';
export { StarHost } from './StarHost';
export { useListedTickers } from './useListedTickers';
