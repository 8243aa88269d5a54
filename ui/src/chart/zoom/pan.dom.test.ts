import type { Viewport } from '../viewport';
import { Pan } from './pan';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a chart of 100 px that shows ten positions from 10 on, with one mark over the plot. */
function pannedChart() {
  const [show, draw] = [vi.fn(), vi.fn()];
  const stage = document.createElement('div');
  const mark = document.createElement('i');
  mark.dataset.pans = '';
  stage.append(mark);
  let viewport = { from: 10, to: 20 };
  const pan = new Pan(() => ({
    zoom: {
      view: viewport,
      bounds: { from: 0, to: 100 },
      isZoomed: true,
      show,
      viewportOf: (view) => view,
      reset: () => undefined,
      changeText: String,
      onSelecting: () => undefined,
    },
    viewport,
    width: 100,
    stage,
    renderer: { pan: draw },
  }));
  return {
    ...{ pan, show, draw },
    render(view: Viewport) {
      viewport = view;
      pan.onRendered();
    },
    transform: () => mark.style.transform,
  };
}

test('canvas and marks follow each movement, and the page a few times a second', () => {
  const { pan, show, draw, render, transform } = pannedChart();
  for (const from of [11, 12, 13]) pan.pan({ from, to: from + 10 });
  expect(draw).toHaveBeenCalledTimes(3);
  expect(transform()).toBe('translateX(-30px)');
  expect(pan.viewNow()).toEqual({ from: 13, to: 23 });
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(show.mock.calls).toEqual([[{ from: 13, to: 23 }]]);
  render({ from: 13, to: 23 });
  expect(transform()).toBe('');
  expect(pan.viewNow()).toEqual({ from: 13, to: 23 });
});

test('a rendering that is behind the pointer keeps the marks where the canvas is', () => {
  const { pan, render, transform } = pannedChart();
  pan.pan({ from: 12, to: 22 });
  vi.advanceTimersByTime(200);
  pan.pan({ from: 14, to: 24 });
  render({ from: 12, to: 22 });
  expect(transform()).toBe('translateX(-20px)');
});

test('zooming and leaving the page discard a pan that the page was not notified of', () => {
  const { pan, show } = pannedChart();
  pan.pan({ from: 12, to: 22 });
  pan.show({ from: 0, to: 50 });
  pan.pan({ from: 12, to: 22 });
  pan.stop();
  vi.advanceTimersByTime(1000);
  expect(show.mock.calls).toEqual([[{ from: 0, to: 50 }]]);
});
