import { withOpacity } from '../colors';
import { drawSharpLine, type Frame, type Layer, panesWithBoxes, yOf } from '../frame';

/** Draws everything below the lines: grid, shaded bands, and the panes' own painting, such as candles. */
export const background: Layer = (frame) => {
  for (const paneBox of panesWithBoxes(frame)) {
    drawGrid(frame, paneBox);
    drawBand(frame, paneBox);
    runPaint(frame, paneBox);
  }
};

type PaneBox = ReturnType<typeof panesWithBoxes>[number];

function drawGrid({ ctx, content, boxes }: Frame, { pane, top, height }: PaneBox): void {
  for (const { value } of pane.ticks) {
    const y = top + yOf(value, pane.range, height);
    drawSharpLine(ctx, [0, y], [boxes.plotWidth, y], content.palette.rowLine);
  }
}

function drawBand({ ctx, boxes }: Frame, { pane, top, height }: PaneBox): void {
  if (!pane.band) return;
  const { low, high, color } = pane.band;
  const [upper, lower] = [high, low].map((value) => top + yOf(value, pane.range, height)) as [number, number];
  ctx.fillStyle = withOpacity(color, 0.06);
  ctx.fillRect(0, upper, boxes.plotWidth, lower - upper);
  for (const y of [upper, lower])
    drawSharpLine(ctx, [0, y], [boxes.plotWidth, y], withOpacity(color, 0.55), [3, 3]);
}

/** Runs a pane's own painting, clipped to the pane. */
function runPaint(frame: Frame, { pane, top, height }: PaneBox): void {
  if (!pane.paint) return;
  const { ctx, boxes } = frame;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, top, boxes.plotWidth, height);
  ctx.clip();
  pane.paint(frame, pane, { top, height });
  ctx.restore();
}
