import { bandsOf, pointAt, shareOfTime } from './extendedHours';

const at = (time: string) => `2026-11-20T${time}:00Z`;
const line = {
  start: at('12:00'),
  end: at('23:00'),
  points: [
    { timestamp: at('13:00'), price: 1 },
    { timestamp: at('14:28'), price: 2 },
    { timestamp: at('21:00'), price: 3 },
  ],
};
const regular = { start: Date.parse(at('14:30')), end: Date.parse(at('21:00')) };
const live = (time: string) => ({ price: 9, change: 1, session: 'post' as const, updatedAt: at(time) });
const prices = (bands: ReturnType<typeof bandsOf>) =>
  bands.map(({ points }) => points.map(({ price }) => price));

test('a day has a band before its session and one after it, each with its own prices', () => {
  const bands = bandsOf(line, regular, null);
  expect(bands.map(({ name, from, to }) => [name, from, to])).toEqual([
    ['Pre-market', Date.parse(at('12:00')), Date.parse(at('14:30'))],
    ['After hours', Date.parse(at('21:00')), Date.parse(at('23:00'))],
  ]);
  expect(prices(bands)).toEqual([[1, 2], [3]]);
});

test('the live price extends the line, unless it is older or outside the day', () => {
  expect(prices(bandsOf(line, regular, live('21:40')))).toEqual([
    [1, 2],
    [3, 9],
  ]);
  expect(prices(bandsOf(line, regular, live('14:00')))).toEqual([[1, 2], [3]]);
  expect(prices(bandsOf(line, regular, live('23:30')))).toEqual([[1, 2], [3]]);
});

test('a time has its position in the visible part', () => {
  const span = { start: 0, end: 100 };
  expect(shareOfTime(50, { span, end: 10 }, { from: 0, to: 10 })).toBe(0.5);
  expect(shareOfTime(50, { span, end: 10 }, { from: 5, to: 10 })).toBe(0);
});

test('live prices are compared by time, not by the text of their timestamps', () => {
  const seconds = { ...line, points: [{ timestamp: '2026-11-20T21:30:05Z', price: 3 }] };
  const later = { ...live('21:30'), updatedAt: '2026-11-20T21:30:05.9Z' };
  expect(prices(bandsOf(seconds, regular, later))[1]).toEqual([3, 9]);
  const sooner = { ...seconds, points: [{ timestamp: '2026-11-20T21:30:05.900Z', price: 3 }] };
  expect(prices(bandsOf(sooner, regular, { ...later, updatedAt: '2026-11-20T21:30:05Z' }))[1]).toEqual([3]);
});

test('the newest point stays selected while prices change, and belongs to its own band', () => {
  const [pre, post] = bandsOf(line, regular, live('21:40'));
  const chosen = post?.points.at(-1) ?? null;
  const [preLater, postLater] = bandsOf(line, regular, { ...live('21:41'), price: 10 });
  expect(chosen && postLater && pointAt(postLater, chosen)).toEqual({ timestamp: at('21:41'), price: 10 });
  expect(preLater && pointAt(preLater, chosen)).toBeNull();
  const early = pre?.points[0] ?? null;
  expect(preLater && pointAt(preLater, early)).toEqual(early);
  expect(postLater && pointAt(postLater, early)).toBeNull();
});
