export { RowStar } from './RowStar';
export { RowStarPopup } from './RowStarPopup';
