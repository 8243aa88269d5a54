import type { Series } from '~/market/indicators/series';
import { bodyWidth, columnOf, pitchOf } from './bars';
import { cachedBy } from './cachedBy';
import { withOpacity } from './colors';
import { yOf } from './frame';
import type { Paint } from './model';

/** Paints bars from zero, colored by sign. The same values have the same paint. */
export const histogram = cachedBy((values: Series): Paint => {
  return (frame, { range }, { top, height }) => {
    const { ctx, content } = frame;
    const { positions, viewport, palette } = content;
    const width = bodyWidth(pitchOf(frame));
    const zero = Math.round(top + yOf(0, range, height));
    for (const [index, position] of positions.entries()) {
      const value = values[index];
      if (!value || position < viewport.from - 1 || position > viewport.to + 1) continue;
      const y = Math.round(top + yOf(value, range, height));
      ctx.fillStyle = withOpacity(value < 0 ? palette.downLine : palette.upLine, 0.5);
      ctx.fillRect(columnOf(position, frame) - (width - 1) / 2, Math.min(y, zero), width, Math.abs(y - zero));
    }
  };
});
