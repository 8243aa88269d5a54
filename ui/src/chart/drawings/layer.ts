import { rangeChange, rangeDirection } from '~/market/chartChange';
import { formatPercent } from '~/market/format';
import { indicatorShade, withOpacity } from '../colors';
import { DEFAULT_REM } from '../datasets';
import { axisFont, type Frame, type Layer, panesWithBoxes } from '../frame';
import type { Palette } from '../palette';
import type { ChartSeries } from '../series';
import { CHIP_HEIGHT, drawChip } from '../zoom/spanLayer';
import { durationText, withUnit } from '../zoom/spanText';
import type { SpanText } from '../zoom/target';
import type { Plane } from './plane';
import { type Drawn, FIBONACCI, retracedPrice, type Segment, type Shape, shapeOf } from './shape';
import { positionOfInstant } from './times';

/** A drawing, and how it is drawn. */
export interface ShownDrawing extends Drawn {
  /** True under the pointer and while selected, drawn or moved: bolder, and with its handles. */
  isActive: boolean;
}

export interface DrawingTexts {
  price: (price: number) => string;
  /** A change with its sign: '+$11.67'. */
  change: (change: number) => string;
}

// Sizes in rem.
const HANDLE_RADIUS = 0.3125;
const LABEL_GAP = 0.25;
const CHIP_GAP = 0.5;

/** The color of drawings: readable in both color schemes, and different from gains, losses and the indicators on the price. */
export const drawingColor = ({ scheme }: Palette): string => indicatorShade('blue', scheme);

/** Returns the layer that draws a user's drawings into the price pane; `series` returns the series as of the frame. */
export function drawingsLayer(
  drawings: readonly ShownDrawing[],
  series: () => ChartSeries,
  texts: DrawingTexts,
): Layer {
  return (frame) => {
    const [main] = panesWithBoxes(frame);
    if (!main) return;
    const { ctx, boxes, content } = frame;
    const plane: Plane = {
      series: series(),
      viewport: content.viewport,
      range: main.pane.range,
      width: boxes.plotWidth,
      height: main.height,
    };
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, main.top, boxes.plotWidth, main.height);
    ctx.clip();
    ctx.translate(0, main.top);
    for (const drawn of drawings) drawOne(frame, plane, drawn, texts);
    ctx.restore();
  };
}

function drawOne(frame: Frame, plane: Plane, drawn: ShownDrawing, texts: DrawingTexts): void {
  const shape = shapeOf(drawn, plane);
  const { ctx, boxes, content } = frame;
  const color = drawingColor(content.palette);
  ctx.lineCap = 'round';
  ctx.lineWidth = ((drawn.isActive ? 2.5 : 1.5) * boxes.rem) / DEFAULT_REM;
  if (shape.area) drawMeasure(frame, plane, drawn, shape, texts);
  else {
    // The axis draws a level, with its tag.
    if (drawn.tool !== 'level' || drawn.isActive) for (const line of shape.lines) stroke(ctx, line, color);
    if (shape.guide) stroke(ctx, shape.guide, withOpacity(color, 0.5), [4, 4]);
    if (drawn.tool === 'fibonacci') drawShares(frame, drawn, shape, texts);
  }
  if (drawn.isActive) for (const { x, y } of shape.handles) drawHandle(frame, x, y, color);
}

function stroke(ctx: Frame['ctx'], [from, to]: Segment, color: string, dash: number[] = []): void {
  ctx.strokeStyle = color;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawHandle({ ctx, boxes, content }: Frame, x: number, y: number, color: string): void {
  ctx.beginPath();
  ctx.arc(x, y, HANDLE_RADIUS * boxes.rem, 0, 2 * Math.PI);
  ctx.fillStyle = content.palette.surface;
  ctx.fill();
  ctx.strokeStyle = color;
  ctx.lineWidth = 2;
  ctx.stroke();
}

/** Draws '61.8% $271.50' above each line of a retracement. */
function drawShares(frame: Frame, { points }: Drawn, { lines }: Shape, texts: DrawingTexts): void {
  const { ctx, boxes, content } = frame;
  const { rem } = boxes;
  ctx.font = axisFont(boxes);
  ctx.textBaseline = 'bottom';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 0.25 * rem;
  for (const [index, share] of FIBONACCI.entries()) {
    const line = lines[index];
    if (!line) continue;
    const text = `${Math.round(1000 * share) / 10}% ${texts.price(retracedPrice(points, share))}`;
    const [x, y] = [Math.max(0, line[0].x) + LABEL_GAP * rem, line[0].y - 1];
    ctx.strokeStyle = content.palette.surface;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = content.palette.text2;
    ctx.fillText(text, x, y);
  }
}

function drawMeasure(frame: Frame, plane: Plane, drawn: Drawn, shape: Shape, texts: DrawingTexts): void {
  const { ctx, boxes, content } = frame;
  const [from, to] = shape.area as Segment;
  const text = measureText(drawn, plane.series, texts);
  const color = text.direction === 'flat' ? content.palette.text3 : content.palette[text.direction];
  ctx.fillStyle = withOpacity(color, 0.12);
  ctx.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
  for (const line of shape.lines) stroke(ctx, line, color);
  ctx.lineWidth = 1;
  ctx.strokeStyle = withOpacity(color, 0.6);
  ctx.strokeRect(from.x, from.y, to.x - from.x, to.y - from.y);
  const chip = CHIP_HEIGHT * boxes.rem;
  const gap = CHIP_GAP * boxes.rem;
  // On the side of the second point, within the pane if the measurement is.
  const [low, high] = [Math.max(from.y, to.y), Math.min(from.y, to.y)];
  const preferred = to.y < from.y ? high - chip - gap : low + gap;
  const isVisible =
    high < plane.height && low > 0 && Math.max(from.x, to.x) > 0 && Math.min(from.x, to.x) < plane.width;
  if (!isVisible) return;
  drawChip(frame, text, (from.x + to.x) / 2, Math.max(0, Math.min(plane.height - chip, preferred)));
}

/** Describes a measurement: '+4.09%', '+$11.67', '64 bars, 91 days'. */
export function measureText({ points }: Drawn, series: ChartSeries, texts: DrawingTexts): SpanText {
  const prices = points.map(({ time, price }) => ({ timestamp: time, price }));
  const change = rangeChange(prices);
  const [from, to] = points.map(({ time }) => Date.parse(time)) as [number, number];
  const bars = Math.round(Math.abs(positionOfInstant(series, to) - positionOfInstant(series, from)));
  const amount = texts.change(change.value);
  return {
    change: change.percentage === null ? amount : formatPercent(change.percentage),
    amount: change.percentage === null ? null : amount,
    direction: rangeDirection(change),
    length: `${withUnit(bars, 'bar')}, ${durationText(Math.abs(to - from))}`,
  };
}
