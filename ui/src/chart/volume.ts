import { bodyWidth, columnOf, isUp, pitchOf } from './bars';
import { cachedBy } from './cachedBy';
import { withOpacity } from './colors';
import { yOf } from './frame';
import type { Paint } from './model';
import type { ChartPoint } from './series';

const OPACITY = 0.5;
const OPACITY_UNDER_CROSSHAIR = 0.9;

/** Paints each bar's volume, colored by direction. The same points have the same paint. */
export const volumeBars = cachedBy((points: readonly ChartPoint[]): Paint => {
  return (frame, { range }, { top, height }) => {
    const { ctx, content } = frame;
    const { upLine, downLine } = content.palette;
    const { from, to } = content.viewport;
    const width = bodyWidth(pitchOf(frame));
    for (const [index, point] of points.entries()) {
      const position = content.positions[index] ?? 0;
      if (!point.volume || position < from - 1 || position > to + 1) continue;
      const y = Math.round(top + yOf(point.volume, range, height));
      const opacity = content.crosshair?.index === index ? OPACITY_UNDER_CROSSHAIR : OPACITY;
      ctx.fillStyle = withOpacity(isUp(point) ? upLine : downLine, opacity);
      ctx.fillRect(columnOf(position, frame) - (width - 1) / 2, y, width, top + height - y);
    }
  };
});
