import { plainStyle } from './datasets';
import { isSamePlot } from './isSamePlot';
import type { Drawing, Paint, Pane } from './model';
import type { Palette } from './palette';

const values = [1, 2, 3];
const positions = [0, 1, 2];
const palette = {} as Palette;
const pane = (change: Partial<Pane> = {}): Pane => ({
  key: 'price',
  size: 'main',
  range: { low: 0, high: 4 },
  ticks: [{ value: 2, label: '2' }],
  lines: [{ key: 'price', values, style: plainStyle('#111', 1, [4, 3]) }],
  ...change,
});
const drawing = (change: Partial<Drawing> = {}, panes = [pane()]): Drawing => ({
  positions,
  viewport: { from: 0, to: 2 },
  panes,
  timeTicks: [],
  crosshair: null,
  palette,
  ...change,
});

test('isSamePlot ignores the view, the crosshair, labels and levels, and compares styles by their fields', () => {
  const other = drawing({ viewport: { from: 1, to: 3 }, crosshair: { index: 1, time: 'Mon' } }, [
    pane({ ticks: [{ value: 2, label: 'two' }], levels: [{ value: 3, color: '#222' }] }),
  ]);
  expect(isSamePlot(drawing(), other)).toBe(true);
});

test('isSamePlot compares values, positions, colors, ranges, grid lines and styles', () => {
  const others = [
    drawing({ positions: [0, 1, 2] }),
    drawing({ palette: {} as Palette }),
    drawing({}, [pane({ range: { low: 0, high: 5 } })]),
    drawing({}, [pane({ range: { low: 0, high: 4, log: true } })]),
    drawing({}, [pane({ ticks: [] })]),
    drawing({}, [pane({ band: { low: 1, high: 2, color: '#111' } })]),
    drawing({}, [pane({ lines: [] })]),
    drawing({}, [
      pane({ lines: [{ key: 'price', values: [1, 2, 3], style: plainStyle('#111', 1, [4, 3]) }] }),
    ]),
    drawing({}, [pane({ lines: [{ key: 'price', values, style: plainStyle('#111', 1, [2, 3]) }] })]),
    drawing({}, []),
  ];
  for (const other of others) expect(isSamePlot(drawing(), other)).toBe(false);
});

test('isSamePlot compares the crosshair if there are bars, which are highlighted under it', () => {
  const paint: Paint = () => undefined;
  const at = (index: number) => drawing({ crosshair: { index, time: '' } }, [pane({ paint })]);
  expect(isSamePlot(at(1), at(1))).toBe(true);
  expect(isSamePlot(at(1), at(2))).toBe(false);
});
