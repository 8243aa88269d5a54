import { bodyWidth, columnOf, isUp, pitchOf } from './bars';
import { faded } from './colours';
import { type Frame, yOf } from './frame';
import type { Paint } from './model';
import type { ChartPoint } from './series';

const QUIET = 0.3;
const UNDER_CROSSHAIR = 0.75;

/** What was traded in each bar, in the colours of their directions. */
export function volumeBars(points: readonly ChartPoint[]): Paint {
  return (frame, { range }, { top, height }) => {
    const { ctx, drawing } = frame;
    const { upLine, downLine } = drawing.palette;
    const width = bodyWidth(pitchOf(frame));
    for (const [index, point] of points.entries()) {
      if (!point.volume) continue;
      const y = Math.round(top + yOf(point.volume, range, height));
      const opacity = drawing.crosshair?.index === index ? UNDER_CROSSHAIR : QUIET;
      ctx.fillStyle = faded(isUp(point) ? upLine : downLine, opacity);
      ctx.fillRect(leftOf(index, width, frame), y, width, top + height - y);
    }
  };
}

const leftOf = (index: number, width: number, frame: Frame): number =>
  columnOf(frame.drawing.places[index] ?? 0, frame) - (width - 1) / 2;
