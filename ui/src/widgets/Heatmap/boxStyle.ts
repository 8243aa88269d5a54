import type { Rect } from '~/market/treemap';

/** CSS position and size of a rectangle given in rem. */
export const placeOf = ({ x, y, width, height }: Rect) => ({
  left: `${x}rem`,
  top: `${y}rem`,
  width: `${width}rem`,
  height: `${height}rem`,
});
