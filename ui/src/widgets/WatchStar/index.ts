export { RowStar } from './RowStar';
export { RowStarPopup } from './RowStarPopup';
export { useMembership } from './useMembership';
export { WatchStar } from './WatchStar';
