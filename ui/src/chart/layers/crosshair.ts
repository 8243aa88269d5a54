import { type Layer, strokeAcross, xOf } from '../frame';

/** The upright of the crosshair, through all panes. Its other line belongs to the pane's value axis. */
export const crosshair: Layer = (frame) => {
  const { ctx, boxes, drawing } = frame;
  if (!drawing.crosshair) return;
  const x = xOf(drawing.places[drawing.crosshair.index] ?? 0, frame);
  strokeAcross(ctx, [x, 0], [x, boxes.timesTop], drawing.palette.text3, [3, 3]);
};
