import { faded, ON_TOOLTIP } from '../colours';
import { axisFont, type Frame, type Layer, placedPanes, strokeAcross, xOf, yOf } from '../frame';
import type { SpanText } from './target';

/** All in rem. */
const CHIP = 1.875;
const CHIP_TOP = 0.75;
const CHIP_PADDING = 0.75;
const PART_GAP = 0.625;
const DOT = 0.3125;

const TINT = { dark: 0.13, light: 0.09 } as const;

/** A stretch between two points while it is selected: tinted between dashed edges, a dot where each meets the line, and a chip that says what lies between. */
export function spanLayer(edges: readonly [first: number, last: number], text: SpanText): Layer {
  return (frame) => {
    const { ctx, boxes, drawing } = frame;
    const { palette, places } = drawing;
    const [left, right] = edges.map((index) => xOf(places[index] ?? 0, frame)) as [number, number];
    ctx.fillStyle = faded(palette.text3, TINT[palette.scheme]);
    ctx.fillRect(left, 0, right - left, boxes.timesTop);
    for (const x of [left, right]) strokeAcross(ctx, [x, 0], [x, boxes.timesTop], palette.text3, [3, 3]);
    for (const index of edges) dot(frame, index);
    chip(frame, text, (left + right) / 2);
  };
}

function dot(frame: Frame, index: number): void {
  const { ctx, boxes, drawing } = frame;
  const [price] = placedPanes(frame);
  const value = price?.pane.lines[0]?.values[index];
  if (!price || typeof value !== 'number') return;
  const y = price.top + yOf(value, price.pane.range, price.height);
  ctx.fillStyle = drawing.palette.text3;
  ctx.strokeStyle = drawing.palette.surface;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.arc(xOf(drawing.places[index] ?? 0, frame), y, (DOT * boxes.rem) / 1.25, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.fill();
}

const WEIGHTS = [620, 620, 400] as const;

/** '+4.09% +$11.67 | 91 days', within the plot. */
function chip({ ctx, boxes, drawing }: Frame, { change, amount, length }: SpanText, middle: number): void {
  const { rem, plotWidth } = boxes;
  const parts = [change, amount ?? '', length];
  const widths = parts.map((part, i) => {
    ctx.font = axisFont(boxes, WEIGHTS[i]);
    return part ? ctx.measureText(part).width + (i < 2 ? PART_GAP * rem : 0) : 0;
  });
  const width = widths.reduce((sum, each) => sum + each, 2 * CHIP_PADDING * rem);
  const left = Math.max(0, Math.min(plotWidth - width, middle - width / 2));
  const top = CHIP_TOP * rem;
  ctx.fillStyle = drawing.palette.tooltip;
  ctx.beginPath();
  ctx.roundRect(left, top, width, CHIP * rem, rem / 4);
  ctx.fill();
  ctx.fillStyle = ON_TOOLTIP;
  ctx.textBaseline = 'middle';
  let x = left + CHIP_PADDING * rem;
  for (const [i, part] of parts.entries()) {
    ctx.font = axisFont(boxes, WEIGHTS[i]);
    ctx.fillText(part, x, top + (CHIP * rem) / 2);
    x += widths[i] ?? 0;
  }
}
