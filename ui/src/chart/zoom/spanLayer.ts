import { ON_TOOLTIP, withOpacity } from '../colors';
import { axisFont, drawSharpLine, type Frame, type Layer, panesWithBoxes, xOf, yOf } from '../frame';
import type { SpanText } from './target';

// Sizes in rem.
export const CHIP_HEIGHT = 1.875;
const CHIP_TOP = 2.125;
const CHIP_PADDING = 0.75;
const PART_GAP = 0.625;
const ARROW = 0.4375;
const ARROW_GAP = 0.3125;
/** Half the height of the divider between amount and length. */
const HALF_DIVIDER = 0.4375;
const DOT = 0.3125;

const TINT = { dark: 0.13, light: 0.09 } as const;

/** Draws a selected span: a tint between two dashed edges, a dot on the line at each edge, and a box with the change. */
export function spanLayer(edges: readonly [first: number, last: number], text: SpanText): Layer {
  return (frame) => {
    const { ctx, boxes, content } = frame;
    const { palette, positions } = content;
    const [left, right] = edges.map((index) => xOf(positions[index] ?? 0, frame)) as [number, number];
    ctx.fillStyle = withOpacity(palette.text3, TINT[palette.scheme]);
    ctx.fillRect(left, 0, right - left, boxes.timesTop);
    for (const x of [left, right]) drawSharpLine(ctx, [x, 0], [x, boxes.timesTop], palette.text3, [3, 3]);
    for (const index of edges) drawDot(frame, index);
    drawChip(frame, text, (left + right) / 2);
  };
}

function drawDot(frame: Frame, index: number): void {
  const { ctx, boxes, content } = frame;
  const [price] = panesWithBoxes(frame);
  const value = price?.pane.lines[0]?.values[index];
  if (!price || typeof value !== 'number') return;
  const y = price.top + yOf(value, price.pane.range, price.height);
  ctx.fillStyle = content.palette.text3;
  ctx.strokeStyle = content.palette.surface;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.arc(xOf(content.positions[index] ?? 0, frame), y, (DOT * boxes.rem) / 1.25, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.fill();
}

const WEIGHTS = [620, 620, 400] as const;

/** Draws a box with '▲ +4.09% +$11.67 | 91 days, 64 sessions' within the plot, by default near its upper edge. */
export function drawChip(
  frame: Frame,
  { change, amount, direction, length }: SpanText,
  middle: number,
  top = CHIP_TOP * frame.boxes.rem,
): void {
  const { ctx, boxes, content } = frame;
  const { rem, plotWidth } = boxes;
  const { tooltip, onTooltip } = content.palette;
  const isFlat = direction === 'flat';
  const textColor = isFlat ? ON_TOOLTIP : onTooltip[direction];
  const parts = [change, amount ?? '', length];
  const arrow = isFlat ? 0 : (ARROW + ARROW_GAP) * rem;
  const widths = parts.map((part, i) => {
    ctx.font = axisFont(boxes, WEIGHTS[i]);
    return part ? ctx.measureText(part).width + (i < 2 ? PART_GAP * rem : 0) : 0;
  });
  const width = widths.reduce((sum, each) => sum + each, arrow + (2 * CHIP_PADDING + PART_GAP) * rem);
  const left = Math.max(0, Math.min(plotWidth - width, middle - width / 2));
  const center = top + (CHIP_HEIGHT * rem) / 2;
  ctx.fillStyle = tooltip;
  ctx.beginPath();
  ctx.roundRect(left, top, width, CHIP_HEIGHT * rem, rem / 4);
  ctx.fill();
  let x = left + CHIP_PADDING * rem;
  ctx.fillStyle = textColor;
  if (!isFlat) drawArrow(ctx, x, center, ARROW * rem, direction === 'up');
  x += arrow;
  ctx.textBaseline = 'middle';
  for (const [i, part] of parts.entries()) {
    if (i === 2) {
      drawSharpLine(
        ctx,
        [x, center - HALF_DIVIDER * rem],
        [x, center + HALF_DIVIDER * rem],
        withOpacity(ON_TOOLTIP, 0.3),
      );
      x += PART_GAP * rem;
    }
    ctx.font = axisFont(boxes, WEIGHTS[i]);
    ctx.fillStyle = i === 0 ? textColor : ON_TOOLTIP;
    ctx.fillText(part, x, center);
    x += widths[i] ?? 0;
  }
}

/** Draws a change's arrow, `size` wide. */
function drawArrow(ctx: Frame['ctx'], x: number, middle: number, size: number, isUp: boolean): void {
  const half = (isUp ? 0.45 : -0.45) * size;
  ctx.beginPath();
  ctx.moveTo(x, middle + half);
  ctx.lineTo(x + size, middle + half);
  ctx.lineTo(x + size / 2, middle - half);
  ctx.fill();
}
