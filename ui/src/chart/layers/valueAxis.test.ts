import type { Frame, Pane } from '../model';
import type { Palette } from '../palette';
import { valueAxis } from './valueAxis';

/** Returns the texts that the value axis draws, with their heights. A pane of 100 px has the values 0 to 100, and its line is at 40. */
function drawn(crosshair: Frame['content']['crosshair']): [text: string, y: number][] {
  const texts: [string, number][] = [];
  const ctx = new Proxy({} as Frame['ctx'], {
    get: (_, name) => {
      if (name === 'measureText') return () => ({ width: 20 });
      return name === 'fillText' ? (text: string, _x: number, y: number) => texts.push([text, y]) : () => {};
    },
    set: () => true,
  });
  const pane: Pane = {
    key: 'price',
    size: 'main',
    range: { low: 0, high: 100 },
    ticks: [],
    lines: [{ key: 'price', values: [40], style: {} as Pane['lines'][number]['style'] }],
    tagText: (value) => value.toFixed(1),
  };
  const palette = { crosshair: { background: '#000', textColor: '#fff' } } as Palette;
  valueAxis({
    ctx,
    content: {
      positions: [0],
      viewport: { from: 0, to: 1 },
      panes: [pane],
      timeTicks: [],
      crosshair,
      palette,
    },
    boxes: {
      width: 200,
      height: 150,
      plotWidth: 150,
      panes: [{ top: 10, height: 100 }],
      timesTop: 120,
      rem: 16,
      fontFamily: 'x',
    },
  });
  return texts;
}

test('the tag of the crosshair has the value at the height of the pointer', () => {
  expect(drawn({ index: 0, time: '', height: 35 })).toEqual([['75.0', 35]]);
  // Below the pane, the pointer is not at a value of its axis.
  expect(drawn({ index: 0, time: '', height: 130 })).toEqual([]);
});

test('for keys and fingers, the tag has the value of the line', () => {
  expect(drawn({ index: 0, time: '', height: null })).toEqual([['40.0', 70]]);
});
