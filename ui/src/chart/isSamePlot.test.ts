import { plainStyle } from './datasets';
import { isSamePlot } from './isSamePlot';
import type { ChartContent, Paint, Pane } from './model';
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
const contentOf = (change: Partial<ChartContent> = {}, panes = [pane()]): ChartContent => ({
  positions,
  viewport: { from: 0, to: 2 },
  panes,
  timeTicks: [],
  crosshair: null,
  palette,
  ...change,
});

test('isSamePlot ignores the view, the crosshair, labels and levels, and compares styles by their fields', () => {
  const other = contentOf({ viewport: { from: 1, to: 3 }, crosshair: { index: 1, time: 'Mon' } }, [
    pane({ ticks: [{ value: 2, label: 'two' }], levels: [{ value: 3, color: '#222' }] }),
  ]);
  expect(isSamePlot(contentOf(), other)).toBe(true);
});

test('isSamePlot compares values, positions, colors, ranges, grid lines and styles', () => {
  const others = [
    contentOf({ positions: [0, 1, 2] }),
    contentOf({ palette: {} as Palette }),
    contentOf({}, [pane({ range: { low: 0, high: 5 } })]),
    contentOf({}, [pane({ range: { low: 0, high: 4, log: true } })]),
    contentOf({}, [pane({ ticks: [] })]),
    contentOf({}, [pane({ band: { low: 1, high: 2, color: '#111' } })]),
    contentOf({}, [pane({ lines: [] })]),
    contentOf({}, [
      pane({ lines: [{ key: 'price', values: [1, 2, 3], style: plainStyle('#111', 1, [4, 3]) }] }),
    ]),
    contentOf({}, [pane({ lines: [{ key: 'price', values, style: plainStyle('#111', 1, [2, 3]) }] })]),
    contentOf({}, []),
  ];
  for (const other of others) expect(isSamePlot(contentOf(), other)).toBe(false);
});

test('isSamePlot compares the crosshair if there are bars, which are highlighted under it', () => {
  const paint: Paint = () => undefined;
  const at = (index: number) => contentOf({ crosshair: { index, time: '' } }, [pane({ paint })]);
  expect(isSamePlot(at(1), at(1))).toBe(true);
  expect(isSamePlot(at(1), at(2))).toBe(false);
});
