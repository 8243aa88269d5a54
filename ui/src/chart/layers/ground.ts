import { faded } from '../colours';
import { type Frame, type Layer, placedPanes, strokeAcross, yOf } from '../frame';

/** Beneath the lines: the grid, the shaded part of a value axis, and what parts the panes. */
export const ground: Layer = (frame) => {
  for (const placed of placedPanes(frame)) {
    grid(frame, placed);
    band(frame, placed);
    paint(frame, placed);
  }
  divide(frame);
};

type Placed = ReturnType<typeof placedPanes>[number];

function grid({ ctx, drawing, boxes }: Frame, { pane, top, height }: Placed): void {
  for (const { value } of pane.ticks) {
    const y = top + yOf(value, pane.range, height);
    strokeAcross(ctx, [0, y], [boxes.plotWidth, y], drawing.palette.rowLine);
  }
}

function band({ ctx, boxes }: Frame, { pane, top, height }: Placed): void {
  if (!pane.band) return;
  const { low, high, colour } = pane.band;
  const [upper, lower] = [high, low].map((value) => top + yOf(value, pane.range, height)) as [number, number];
  ctx.fillStyle = faded(colour, 0.06);
  ctx.fillRect(0, upper, boxes.plotWidth, lower - upper);
  for (const y of [upper, lower])
    strokeAcross(ctx, [0, y], [boxes.plotWidth, y], faded(colour, 0.55), [3, 3]);
}

/** What a pane draws itself, which stays within it. */
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

/** A hairline beneath each pane but the last. */
function divide(frame: Frame): void {
  const { ctx, boxes, drawing } = frame;
  for (const { top, height } of placedPanes(frame).slice(0, -1)) {
    strokeAcross(ctx, [0, top + height], [boxes.width, top + height], drawing.palette.hairline);
  }
}
