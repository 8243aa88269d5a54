import { drawSharpLine, type Layer, xOf } from '../frame';

/** Draws the crosshair's vertical line through all panes. The value axis draws the horizontal one. */
export const crosshair: Layer = (frame) => {
  const { ctx, boxes, drawing } = frame;
  if (!drawing.crosshair) return;
  const x = xOf(drawing.positions[drawing.crosshair.index] ?? 0, frame);
  drawSharpLine(ctx, [x, 0], [x, boxes.timesTop], drawing.palette.text3, [3, 3]);
};
