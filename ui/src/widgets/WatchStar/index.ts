/** Exports for other widgets. */
export { RowStar } from './RowStar';
export { RowStarPopup } from './RowStarPopup';
export { WatchStar } from './WatchStar';
