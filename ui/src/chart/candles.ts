import { bodyWidth, columnOf, hasBar, isUp, type PricedBar, pitchOf } from './bars';
import { yOf } from './frame';
import type { Paint, Pane } from './model';
import type { ChartPoint } from './series';

/** Coordinates of a bar in whole px. */
interface BarShape {
  /** The middle of the bar. */
  x: number;
  /** The width of the body. */
  width: number;
  open: number;
  high: number;
  low: number;
  close: number;
}

type Draw = (ctx: CanvasRenderingContext2D, shape: BarShape) => void;

/** Draws a candlestick: a wick of 1 px from low to high, and a body from open to close. */
const drawCandle: Draw = (ctx, { x, width, open, high, low, close }) => {
  ctx.fillRect(x, high, 1, Math.max(1, low - high));
  const upper = Math.min(open, close);
  ctx.fillRect(x - (width - 1) / 2, upper, width, Math.max(1, Math.abs(open - close)));
};

/** Draws an OHLC bar: a line from low to high, with the open on the left and the close on the right. */
const drawBar: Draw = (ctx, { x, width, open, high, low, close }) => {
  const side = (width - 1) / 2;
  ctx.fillRect(x, high, 1, Math.max(1, low - high));
  ctx.fillRect(x - side, open, side, 1);
  ctx.fillRect(x + 1, close, side, 1);
};

const SHAPES = { candles: drawCandle, bars: drawBar } as const;

/** Paints the visible points as candlesticks or OHLC bars. */
export function drawCandlesOrBars(shape: keyof typeof SHAPES, points: readonly ChartPoint[]): Paint {
  const draw = SHAPES[shape];
  return (frame, pane, { top, height }) => {
    const { ctx, content } = frame;
    const { from, to } = content.viewport;
    const width = bodyWidth(pitchOf(frame));
    for (const [index, point] of points.entries()) {
      const position = content.positions[index] ?? 0;
      if (!hasBar(point) || position < from - 1 || position > to + 1) continue;
      ctx.fillStyle = isUp(point) ? content.palette.upLine : content.palette.downLine;
      draw(ctx, { ...pricesInPx(point, pane, top, height), x: columnOf(position, frame), width });
    }
  };
}

function pricesInPx({ open, high, low, price }: PricedBar, { range }: Pane, top: number, height: number) {
  const y = (value: number) => Math.round(top + yOf(value, range, height));
  return { open: y(open), high: y(high), low: y(low), close: y(price) };
}
