import { expect, test } from 'vitest';
import type { Dividend, EarningsEvent, NewsItem, Note } from '~/api/types';
import type { ChartPoint } from '~/chart/series';
import { type ChartEvent, eventsOf, groupMarks, positionEvents } from './chartEvents';
import { eventText, spokenText } from './eventText';

const NEW_YORK = { zone: 'America/New_York', lead: 0 };

const report = (date: string, fields: Partial<EarningsEvent> = {}) =>
  ({
    kind: 'earnings',
    data: {
      id: 1,
      date,
      time: 'after',
      estimatedEPS: 2,
      actualEPS: 2.06,
      currency: 'USD',
      surprise: 3,
      ...fields,
    } as EarningsEvent,
  }) as const;
const dividend = (exDate: string, fields: Partial<Dividend> = {}) =>
  ({
    kind: 'dividend',
    data: {
      id: 2,
      exDate,
      amount: 0.26,
      currency: 'USD',
      yield: 0.34,
      frequency: 'quarterly',
      kind: 'regular',
      ...fields,
    } as Dividend,
  }) as const;
const article = (publishedAt: string, id = 3) =>
  ({
    kind: 'news',
    data: { id, publishedAt, title: 'A headline', source: 'Wire', url: null } as NewsItem,
  }) as const;
const note = (date: string, text = 'Waits for margins') =>
  ({ kind: 'note', data: { id: 4, date, text } as Note }) as const;

const at = (timestamps: readonly string[]): ChartPoint[] =>
  timestamps.map((timestamp, x) => ({ timestamp, price: 100 + x, x }));
/** Thursday, Friday, Monday, Tuesday. */
const DAYS = at(['2026-11-12', '2026-11-13', '2026-11-16', '2026-11-17'].map((day) => `${day}T00:00:00Z`));
/** Two days with three points each: 10 AM, noon and 3 PM in New York. */
const HOURS = at(
  ['2026-11-12', '2026-11-13'].flatMap((day) => ['15', '17', '20'].map((hour) => `${day}T${hour}:00:00Z`)),
);

const indices = (events: readonly ChartEvent[], points: readonly ChartPoint[], isDailyOrLonger: boolean) =>
  positionEvents(events, { points, isDailyOrLonger, tradingDays: NEW_YORK }).map(({ index }) => index);

test("an article is placed on the exchange's trading day: a morning in Tokyo is the previous evening in New York", () => {
  const morning = [article('2026-11-17T00:30:00Z')];
  const tokyo = { zone: 'Asia/Tokyo', lead: 0 };
  const indexIn = (tradingDays: typeof tokyo) =>
    positionEvents(morning, { points: DAYS, isDailyOrLonger: true, tradingDays }).map(({ index }) => index);
  expect(indexIn(tokyo)).toEqual([3]);
  expect(indexIn(NEW_YORK)).toEqual([2]);
});

test('on daily bars an event is placed on the bar of its day, and a weekend event on the previous bar', () => {
  expect(indices([report('2026-11-13'), dividend('2026-11-16')], DAYS, true)).toEqual([1, 2]);
  expect(indices([article('2026-11-14T15:00:00Z')], DAYS, true)).toEqual([1]);
  // 8 PM in New York is the next day in UTC.
  expect(indices([article('2026-11-17T01:00:00Z')], DAYS, true)).toEqual([2]);
});

test('on hourly bars news is placed at its time, a dividend on the first point of its day, and an earnings report after the close on the last point of its day', () => {
  expect(indices([article('2026-11-12T18:30:00Z')], HOURS, false)).toEqual([1]);
  expect(indices([dividend('2026-11-13'), report('2026-11-12')], HOURS, false)).toEqual([3, 2]);
  expect(indices([report('2026-11-12', { time: 'before' })], HOURS, false)).toEqual([0]);
});

test('events before or after the points, and projected ones, are left out', () => {
  expect(
    indices([report('2026-11-11'), report('2026-11-18'), article('2026-11-01T00:00:00Z')], DAYS, true),
  ).toEqual([]);
  expect(indices([report('2026-11-11'), report('2026-11-14')], HOURS, false)).toEqual([]);
  expect(indices([report('2026-11-12')], [], true)).toEqual([]);
  expect(eventsOf([], [dividend('2026-11-12', { isProjected: true }).data], [], [])).toEqual([]);
});

test('news merges into a nearby mark; earnings reports and dividends keep separate marks while there is room', () => {
  const events = [
    article('2026-11-12T15:00:00Z', 4),
    dividend('2026-11-12'),
    report('2026-11-13'),
    article('2026-11-17T15:00:00Z', 5),
  ];
  const placed = positionEvents(events, { points: DAYS, isDailyOrLonger: true, tradingDays: NEW_YORK });
  const marks = (minDistance: number) =>
    groupMarks(placed, DAYS, { from: 0, to: 3 }, minDistance).map(({ eventPosition, events }) => [
      Math.round(100 * eventPosition),
      events.map(({ event }) => event.kind).join(),
    ]);
  expect(marks(0.05)).toEqual([
    [0, 'dividend,news'],
    [33, 'earnings'],
    [100, 'news'],
  ]);
  // Overlapping marks move apart, or merge if there is no room for all.
  const markPositions = (minDistance: number) =>
    groupMarks(placed, DAYS, { from: 0, to: 3 }, minDistance).map(({ markPosition }) =>
      Math.round(100 * markPosition),
    );
  expect(markPositions(0.05)).toEqual([3, 33, 98]);
  expect(markPositions(0.33)).toEqual([16, 50, 84]);
  expect(marks(0.33)).toHaveLength(3);
  expect(marks(0.5)).toEqual([
    [33, 'earnings,dividend,news'],
    [100, 'news'],
  ]);
  // Out of view.
  expect(groupMarks(placed, DAYS, { from: 1.5, to: 3 }, 0.05)).toHaveLength(1);
});

test('a split comes before a dividend of the same day, and its card notes that earlier prices are adjusted', () => {
  const split = (numerator: number, denominator: number): ChartEvent => ({
    kind: 'split',
    data: { id: 1, date: '2026-11-13', numerator, denominator },
  });
  expect(indices([split(10, 1)], DAYS, true)).toEqual([1]);
  const placed = positionEvents([dividend('2026-11-13'), split(10, 1)], {
    points: DAYS,
    isDailyOrLonger: true,
    tradingDays: NEW_YORK,
  });
  const [mark] = groupMarks(placed, DAYS, { from: 0, to: 3 }, 0.05);
  expect(mark?.events.map(({ event }) => event.kind)).toEqual(['split', 'dividend']);
  expect(spoken(split(10, 1))).toBe('Split, Nov 13: 10 for 1, Earlier prices Adjusted');
  expect(spoken(split(1, 4))).toBe('Reverse split, Nov 13: 1 for 4, Earlier prices Adjusted');
  expect(spoken(split(1.5, 1))).toContain('1.50 for 1');
});

const context = {
  points: DAYS,
  isDaily: true,
  today: '2026-11-20',
  priceText: (price: number) => `$${price.toFixed(2)}`,
  decimals: 2,
};
const spoken = (event: ChartEvent, index = 1) => spokenText(eventText({ event, index }, context));

test('an earnings report shows its outcome, and how the next session closed', () => {
  expect(spoken(report('2026-11-13'))).toBe(
    'Earnings, Nov 13, after close: In-line, EPS $2.06, est. 2.00 +3.00%, Next day $102.00 +0.99%',
  );
  expect(spoken(report('2026-11-13', { time: 'before', surprise: -6, actualEPS: 1.88 }))).toBe(
    'Earnings, Nov 13, before open: Missed by 6.00%, EPS $1.88, est. 2.00 −6.00%, Same day $101.00 +1.00%',
  );
  expect(
    spoken(report('2025-11-13', { time: null, surprise: null, actualEPS: null, estimatedEPS: null })),
  ).toBe('Earnings, Nov 13, 2025: No result yet');
  // There is no bar after the last one yet.
  expect(spoken(report('2026-11-17'), 3)).not.toContain('Next day');
  expect(eventText({ event: report('2026-11-13', { surprise: 5.1 }), index: 1 }, context)).toMatchObject({
    title: 'Beat by 5.10%',
    tone: 'up',
  });
});

test('a dividend shows its amount, and news its source and headline', () => {
  expect(spoken(dividend('2026-11-13'))).toBe(
    'Dividend, Ex-date Nov 13: $0.26 a share, Annual yield 0.34%, Paid Quarterly',
  );
  expect(spoken(dividend('2026-11-13', { kind: 'special', yield: null, frequency: null }))).toBe(
    'Special dividend, Ex-date Nov 13: $0.26 a share',
  );
  expect(spoken(article('2026-11-13T20:00:00Z'))).toBe('Wire, Nov 13, 2026, 3:00 PM EST: A headline');
});

test('a note is at its day, and one of a weekend after the last session at that session', () => {
  const friday = DAYS.slice(0, 2);
  expect(indices([note('2026-11-12'), note('2026-11-14'), note('2026-11-15')], friday, true)).toEqual([
    0, 1, 1,
  ]);
  expect(indices([note('2026-11-25')], friday, true)).toEqual([]);
  expect(indices([note('2026-11-13')], HOURS, false)).toEqual([3]);
});

test('the card of a note shows its text, shortened if it is long', () => {
  const context = { points: DAYS, isDaily: true, today: '2026-11-20', priceText: String, decimals: 2 };
  const card = eventText({ event: note('2026-11-12'), index: 0 }, context);
  expect(spokenText(card)).toBe('Your note, Nov 12: Waits for margins');
  const long = eventText({ event: note('2026-11-12', 'word '.repeat(400)), index: 0 }, context);
  expect(long.title).toMatch(/word…$/);
  expect(long.title.length).toBeLessThan(300);
});
