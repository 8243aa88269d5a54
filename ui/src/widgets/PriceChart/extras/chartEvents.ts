import type { Dividend, EarningsEvent, NewsItem, Split } from '~/api/types';
import type { ChartPoint } from '~/chart/series';
import { spread } from '~/chart/tags';
import { shareOf, type Viewport } from '~/chart/viewport';
import { type Day, type TradingDays, tradingDayOf } from '~/market/day';

/** What happened to a ticker, on a day of its exchange or at a moment. */
export type ChartEvent =
  | { kind: 'earnings'; of: EarningsEvent }
  | { kind: 'dividend'; of: Dividend }
  | { kind: 'split'; of: Split }
  | { kind: 'news'; of: NewsItem };

/** The first kinds, which are the rarest, give a mark its letter where several events share one. */
const ORDER = ['split', 'earnings', 'dividend', 'news'] as const;

/** What is known of a ticker; dividends that a source only extrapolates are left out. */
export function eventsOf(
  earnings: readonly EarningsEvent[],
  dividends: readonly Dividend[],
  splits: readonly Split[],
  news: readonly NewsItem[],
): ChartEvent[] {
  return [
    ...earnings.map((of) => ({ kind: 'earnings', of }) as const),
    ...dividends.filter((of) => !of.isProjected).map((of) => ({ kind: 'dividend', of }) as const),
    ...splits.map((of) => ({ kind: 'split', of }) as const),
    ...news.map((of) => ({ kind: 'news', of }) as const),
  ];
}

/** The calendar day of an event where the ticker is traded. */
export function eventDay(event: ChartEvent, days: TradingDays): Day {
  if (event.kind === 'earnings' || event.kind === 'split') return event.of.date;
  return event.kind === 'dividend' ? event.of.exDate : tradingDayOf(event.of.publishedAt, days);
}

/** An event at a point of the chart. */
export interface PositionedEvent {
  event: ChartEvent;
  /** Of its point. */
  index: number;
}

interface Axis {
  /** Ascending. */
  points: readonly ChartPoint[];
  /** Whether the points are days, or longer. */
  isOfDays: boolean;
  /** The trading days of the ticker. */
  tradingDays: TradingDays;
}

/** The index of the last point at or before a time in epoch milliseconds; -1 where all are later. */
function lastUntil(points: readonly ChartPoint[], time: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Date.parse(points[middle]?.timestamp ?? '') <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const DAY_MS = 86_400_000;
const startOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/**
 * Events at the points at which they happened: at the bar of their day, or, where points are shorter, at the last one before
 * the news, at the first of the day of an announcement, and at its last where it came after the close. What lies
 * outside of the points is left out.
 */
export function positionEvents(
  events: readonly ChartEvent[],
  { points, isOfDays, tradingDays }: Axis,
): PositionedEvent[] {
  const last = points.at(-1);
  if (!last) return [];
  const lastDay = isOfDays ? last.timestamp.slice(0, 10) : tradingDayOf(last.timestamp, tradingDays);
  const days = isOfDays ? null : daysOf(points, tradingDays);
  return events.flatMap((event) => {
    const day = eventDay(event, tradingDays);
    if (day > lastDay) return [];
    const index = days ? indexWithin(event, day, points, days) : lastUntil(points, startOf(day) + DAY_MS - 1);
    return index < 0 ? [] : [{ event, index }];
  });
}

type Days = ReadonlyMap<Day, readonly [first: number, last: number]>;

function daysOf(points: readonly ChartPoint[], tradingDays: TradingDays): Days {
  const days = new Map<Day, readonly [number, number]>();
  points.forEach(({ timestamp }, index) => {
    const day = tradingDayOf(timestamp, tradingDays);
    days.set(day, [days.get(day)?.[0] ?? index, index]);
  });
  return days;
}

function indexWithin(event: ChartEvent, day: Day, points: readonly ChartPoint[], days: Days): number {
  if (event.kind === 'news') return lastUntil(points, Date.parse(event.of.publishedAt));
  const [first, last] = days.get(day) ?? [-1, -1];
  return event.kind === 'earnings' && event.of.time === 'after' ? last : first;
}

/** Events that share a mark, the one that gives it its letter first. */
export interface EventMark {
  /** Names it as long as its events are the same. */
  key: string;
  /** Where it happened, from the left edge of the plot, 0 to 1. */
  share: number;
  /** Where its mark stands, a little beside that where another one is near. */
  at: number;
  /** Of the first event's point. */
  index: number;
  events: readonly PositionedEvent[];
}

/** Only news gather to what is near them. */
const keepApart = (a: PositionedEvent | undefined, b: PositionedEvent) =>
  a !== undefined && a.index !== b.index && a.event.kind !== 'news' && b.event.kind !== 'news';

const rank = ({ event }: PositionedEvent) => ORDER.indexOf(event.kind);
const nameOf = ({ event }: PositionedEvent) => `${event.kind} ${event.of.id}`;

/**
 * A mark for the events in view of every stretch as wide as a mark; `least` is how near two may stand, as a share of the plot.
 * Reports, payments and splits keep marks of their own, which part, as long as there is room for all.
 */
export function groupMarks(
  placed: readonly PositionedEvent[],
  points: readonly ChartPoint[],
  view: Viewport,
  least: number,
): EventMark[] {
  const shareAt = ({ index }: PositionedEvent) => shareOf(points[index]?.x ?? 0, view);
  const seen = placed
    .filter((each) => shareAt(each) >= 0 && shareAt(each) <= 1)
    .sort((a, b) => a.index - b.index || rank(a) - rank(b));
  const isNear = (a: PositionedEvent | undefined, b: PositionedEvent) =>
    a !== undefined && shareAt(b) - shareAt(a) < least;
  const gathered = (belongs: (group: readonly PositionedEvent[], each: PositionedEvent) => boolean) => {
    const groups: PositionedEvent[][] = [];
    for (const each of seen) {
      const group = groups.at(-1);
      if (group && belongs(group, each)) group.push(each);
      else groups.push([each]);
    }
    return groups;
  };
  const own = gathered((group, each) => isNear(group.at(-1), each) && !keepApart(group[0], each));
  const few = () => gathered(([first], each) => isNear(first, each));
  const marks = (own.length * least > 1 ? few() : own).map((group) => {
    const events = [...group].sort((a, b) => rank(a) - rank(b) || b.index - a.index);
    const first = events[0] as PositionedEvent;
    return { key: nameOf(first), share: shareAt(first), index: first.index, events };
  });
  const shares = marks.map(({ share }) => share);
  const places = marks.length * least > 1 ? shares : spread(shares, least, 1);
  return marks.map((mark, index) => ({ ...mark, at: places[index] ?? mark.share }));
}
