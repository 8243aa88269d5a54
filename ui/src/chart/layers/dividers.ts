import { drawSharpLine, type Layer, panesWithBoxes } from '../frame';

/** Draws a hairline below each pane but the last, across the value axis too. */
export const dividers: Layer = (frame) => {
  const { ctx, boxes, content } = frame;
  for (const { top, height } of panesWithBoxes(frame).slice(0, -1)) {
    drawSharpLine(ctx, [0, top + height], [boxes.width, top + height], content.palette.hairline);
  }
};
