export { RowStar } from './RowStar';
export { StarHost } from './StarHost';
