import type { Boxes, Frame, Layer, Pane } from './model';
import { axisValue } from './scale';
import { fractionOf } from './viewport';

export type { Boxes, Frame, Layer };

/** Converts a position on the time axis to px from the left. */
export const xOf = (position: number, { content, boxes }: Frame): number =>
  fractionOf(position, content.viewport) * boxes.plotWidth;

/** Converts a value to px from the top of its pane. */
export function yOf(value: number, range: Pane['range'], height: number): number {
  const [low, high] = [axisValue(range.low, range), axisValue(range.high, range)];
  return ((high - axisValue(value, range)) / (high - low)) * height;
}

/** Converts px from the top of a pane to a value. */
export function valueAt(y: number, range: Pane['range'], height: number): number {
  const [low, high] = [axisValue(range.low, range), axisValue(range.high, range)];
  const value = high - (y / height) * (high - low);
  return range.log ? Math.exp(value) : value;
}

/** Returns the panes with their positions, from top to bottom. */
export function panesWithBoxes({ content, boxes }: Frame): { pane: Pane; top: number; height: number }[] {
  return content.panes.flatMap((pane, index) => {
    const box = boxes.panes[index];
    return box ? [{ pane, ...box }] : [];
  });
}

/** Returns the font of axis labels: 11 px at the default font size. */
export const axisFont = ({ rem, fontFamily }: Boxes, weight = 400): string =>
  `${weight} ${0.6875 * rem}px ${fontFamily}`;

/** Draws a line 1 px wide on the pixel grid. */
export function drawSharpLine(
  ctx: CanvasRenderingContext2D,
  from: [x: number, y: number],
  to: [x: number, y: number],
  color: string,
  dash: number[] = [],
): void {
  const sharp = (coordinate: number) => Math.round(coordinate - 0.5) + 0.5;
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(sharp(from[0]), sharp(from[1]));
  ctx.lineTo(sharp(to[0]), sharp(to[1]));
  ctx.stroke();
  ctx.setLineDash([]);
}
