import { DEFAULT_REM } from '../datasets';
import { drawSharpLine, type Layer, panesWithBoxes, xOf, yOf } from '../frame';
import { axisValue } from '../scale';

/** Draws the dot of the chart's first line under the crosshair. */
export const crosshairDot: Layer = (frame) => {
  const { ctx, boxes, content } = frame;
  const { crosshair, positions } = content;
  const [main] = panesWithBoxes(frame);
  const line = main?.pane.lines[0];
  const value = crosshair && line?.values[crosshair.index];
  if (!main || typeof value !== 'number' || Number.isNaN(axisValue(value, main.pane.range))) return;
  const { style } = line as NonNullable<typeof line>;
  const scale = boxes.rem / DEFAULT_REM;
  const radius = Number(style.pointHoverRadius ?? 0) * scale;
  if (radius === 0) return;
  const overlap = (Number(style.borderWidth ?? 0) * scale) / 2;
  ctx.save();
  // Like the line, the dot ends at the edge of the pane.
  ctx.beginPath();
  ctx.rect(-overlap, main.top - overlap, boxes.plotWidth + 2 * overlap, main.height + 2 * overlap);
  ctx.clip();
  ctx.beginPath();
  const y = main.top + yOf(value, main.pane.range, main.height);
  ctx.arc(xOf(positions[crosshair?.index ?? 0] ?? 0, frame), y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = String(style.pointHoverBackgroundColor);
  ctx.fill();
  ctx.strokeStyle = String(style.pointHoverBorderColor);
  ctx.lineWidth = Number(style.pointHoverBorderWidth ?? 0) * scale;
  ctx.stroke();
  ctx.restore();
};

/** Draws the crosshair's vertical line through all panes. The value axis draws the horizontal one. */
export const crosshair: Layer = (frame) => {
  const { ctx, boxes, content } = frame;
  if (!content.crosshair) return;
  const x = xOf(content.positions[content.crosshair.index] ?? 0, frame);
  drawSharpLine(ctx, [x, 0], [x, boxes.timesTop], content.palette.text3, [3, 3]);
};
