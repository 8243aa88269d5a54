import { bodyWidth } from './bars';
import { drawCandlesOrBars } from './candles';
import type { Frame } from './frame';
import { histogram } from './histogram';
import type { Pane } from './model';
import type { ChartPoint } from './series';
import { wholeBarAxis } from './viewport';
import { volumeBars } from './volume';

test('the distance of bars is a whole number of px, and the body width is odd', () => {
  const view = wholeBarAxis(62, 729);
  expect(729 / (view.to - view.from)).toBeCloseTo(11, 9);
  expect(view.from).toBe(-0.5);
  expect([2, 3, 4, 11, 20].map(bodyWidth)).toEqual([1, 1, 3, 7, 15]);
});

test('many narrow bars fill the plot', () => {
  const view = wholeBarAxis(299, 730);
  expect(view.to).toBeCloseTo(299.5, 9);
});

/** Returns a pane 100 px high with prices from 0 to 100 and a bar every 10 px, and an array that records the filled rectangles. */
function fakePane(points: Partial<ChartPoint>[], hovered: number | null = null) {
  const filled: { color: string; box: number[] }[] = [];
  const ctx = {
    fillStyle: '',
    fillRect(...box: number[]) {
      filled.push({ color: this.fillStyle, box });
    },
  };
  const frame = {
    ctx,
    boxes: { plotWidth: 10 * points.length },
    content: {
      positions: points.map((_, index) => index),
      viewport: { from: -0.5, to: points.length - 0.5 },
      palette: { upLine: '#00ff00', downLine: '#ff0000' },
      crosshair: hovered === null ? null : { index: hovered, time: '' },
    },
  } as unknown as Frame;
  const pane = { range: { low: 0, high: 100 } } as Pane;
  return { frame, pane, filled, points: points as ChartPoint[], box: { top: 0, height: 100 } };
}

test('a candle has a wick from high to low and a body from open to close', () => {
  const { frame, pane, filled, points, box } = fakePane([
    { open: 40, high: 90, low: 10, price: 60 },
    { price: 50 },
    { open: 60, high: 60, low: 40, price: 40 },
  ]);
  drawCandlesOrBars('candles', points)(frame, pane, box);
  expect(filled).toEqual([
    { color: '#00ff00', box: [5, 10, 1, 80] },
    { color: '#00ff00', box: [2, 40, 7, 20] },
    { color: '#ff0000', box: [25, 40, 1, 20] },
    { color: '#ff0000', box: [22, 40, 7, 20] },
  ]);
});

test('an OHLC bar has its open on the left and its close on the right', () => {
  const { frame, pane, filled, points, box } = fakePane([{ open: 40, high: 90, low: 10, price: 60 }]);
  drawCandlesOrBars('bars', points)(frame, pane, box);
  expect(filled.map((one) => one.box)).toEqual([
    [5, 10, 1, 80],
    [2, 60, 3, 1],
    [6, 40, 3, 1],
  ]);
});

test('a candle with four equal prices is drawn as a line of 1 px', () => {
  const { frame, pane, filled, points, box } = fakePane([{ open: 50, high: 50, low: 50, price: 50 }]);
  drawCandlesOrBars('candles', points)(frame, pane, box);
  expect(filled.map((one) => one.box)).toEqual([
    [5, 50, 1, 1],
    [2, 50, 7, 1],
  ]);
});

test('volume bars are translucent, and stronger under the crosshair', () => {
  const { frame, pane, filled, points, box } = fakePane(
    [
      { open: 1, price: 2, volume: 50 },
      { open: 2, price: 1, volume: 100 },
    ],
    1,
  );
  volumeBars(points)(frame, pane, box);
  expect(filled).toEqual([
    { color: '#00ff0080', box: [2, 50, 7, 50] },
    { color: '#ff0000e6', box: [12, 0, 7, 100] },
  ]);
});

test('histogram bars have the palette colors for gains and losses', () => {
  const { frame, pane, filled, box } = fakePane([{}, {}, {}]);
  histogram([50, null, -25])(frame, pane, box);
  expect(filled).toEqual([
    { color: '#00ff0080', box: [2, 50, 7, 50] },
    { color: '#ff000080', box: [22, 100, 7, 25] },
  ]);
});
