import { bandsOf, shareOfTime } from './extendedHours';

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

test('the live price goes on where the line ends, and one that is older or beyond the day is none of it', () => {
  expect(prices(bandsOf(line, regular, live('21:40')))).toEqual([
    [1, 2],
    [3, 9],
  ]);
  expect(prices(bandsOf(line, regular, live('14:00')))).toEqual([[1, 2], [3]]);
  expect(prices(bandsOf(line, regular, live('23:30')))).toEqual([[1, 2], [3]]);
});

test('a moment has its place in the part that is in view', () => {
  const span = { start: 0, end: 100 };
  expect(shareOfTime(50, { span, end: 10, viewport: { from: 0, to: 10 } })).toBe(0.5);
  expect(shareOfTime(50, { span, end: 10, viewport: { from: 5, to: 10 } })).toBe(0);
});
