import { withOpacity } from '../colors';
import { drawSharpLine, type Frame, type Layer, panesWithBoxes, yOf } from '../frame';

/** Draws what is below the lines: grid, shaded bands, the panes' own painting, and dividers. */
export const background: Layer = (frame) => {
  for (const placed of panesWithBoxes(frame)) {
    grid(frame, placed);
    band(frame, placed);
    paint(frame, placed);
  }
  divide(frame);
};

type Placed = ReturnType<typeof panesWithBoxes>[number];

function grid({ ctx, drawing, boxes }: Frame, { pane, top, height }: Placed): void {
  for (const { value } of pane.ticks) {
    const y = top + yOf(value, pane.range, height);
    drawSharpLine(ctx, [0, y], [boxes.plotWidth, y], drawing.palette.rowLine);
  }
}

function band({ ctx, boxes }: Frame, { pane, top, height }: Placed): void {
  if (!pane.band) return;
  const { low, high, color } = pane.band;
  const [upper, lower] = [high, low].map((value) => top + yOf(value, pane.range, height)) as [number, number];
  ctx.fillStyle = withOpacity(color, 0.06);
  ctx.fillRect(0, upper, boxes.plotWidth, lower - upper);
  for (const y of [upper, lower])
    drawSharpLine(ctx, [0, y], [boxes.plotWidth, y], withOpacity(color, 0.55), [3, 3]);
}

/** Runs a pane's own painting, clipped to the pane. */
function paint(frame: Frame, { pane, top, height }: Placed): void {
  if (!pane.paint) return;
  const { ctx, boxes } = frame;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, top, boxes.plotWidth, height);
  ctx.clip();
  pane.paint(frame, pane, { top, height });
  ctx.restore();
}

/** Draws a hairline below each pane but the last. */
function divide(frame: Frame): void {
  const { ctx, boxes, drawing } = frame;
  for (const { top, height } of panesWithBoxes(frame).slice(0, -1)) {
    drawSharpLine(ctx, [0, top + height], [boxes.width, top + height], drawing.palette.hairline);
  }
}
