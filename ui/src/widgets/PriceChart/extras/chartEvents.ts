import type { Dividend, EarningsEvent, NewsItem, Note, Split } from '~/api/types';
import type { ChartPoint } from '~/chart/series';
import { moveApart } from '~/chart/tags';
import { fractionOf, type Viewport } from '~/chart/viewport';
import { ascendingTradingDays, type Day, daysBetween, type TradingDays, tradingDayOf } from '~/market/day';

/** An event of a ticker, on a day of its exchange or at a time. */
export type ChartEvent =
  | { kind: 'earnings'; data: EarningsEvent }
  | { kind: 'dividend'; data: Dividend }
  | { kind: 'split'; data: Split }
  | { kind: 'note'; data: Note }
  | { kind: 'news'; data: NewsItem };

/** Kinds of events, rarest first. The first kind in a merged mark determines its letter. */
const ORDER = ['split', 'earnings', 'dividend', 'note', 'news'] as const;

/** The known events of a ticker, without dividends that a source only projects. */
export function eventsOf(
  earnings: readonly EarningsEvent[],
  dividends: readonly Dividend[],
  splits: readonly Split[],
  news: readonly NewsItem[],
  notes: readonly Note[] = [],
): ChartEvent[] {
  return [
    ...earnings.map((data) => ({ kind: 'earnings', data }) as const),
    ...dividends
      .filter(({ isProjected }) => !isProjected)
      .map((data) => ({ kind: 'dividend', data }) as const),
    ...splits.map((data) => ({ kind: 'split', data }) as const),
    ...news.map((data) => ({ kind: 'news', data }) as const),
    ...notes.map((data) => ({ kind: 'note', data }) as const),
  ];
}

/** The calendar day of an event at the ticker's exchange. */
export function eventDay(event: ChartEvent, days: TradingDays): Day {
  if (event.kind === 'dividend') return event.data.exDate;
  return event.kind === 'news' ? tradingDayOf(event.data.publishedAt, days) : event.data.date;
}

/** An event at a point of the chart. */
export interface PositionedEvent {
  event: ChartEvent;
  /** The index of its point. */
  index: number;
}

interface Axis {
  /** Ascending. */
  points: readonly ChartPoint[];
  /** True if the points are daily or longer bars. */
  isDailyOrLonger: boolean;
  /** The trading days of the ticker. */
  tradingDays: TradingDays;
}

/** The index of the last point at or before a time in epoch milliseconds; -1 if all are later. */
function lastUntil(points: readonly ChartPoint[], time: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Date.parse(points[middle]?.timestamp ?? '') <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Length of the longest usual closure of an exchange, in days. */
const MAX_CLOSED_DAYS = 4;
const DAY_MS = 86_400_000;
const startOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/**
 * Assigns events to points: to the bar of their day or, on shorter bars, to the last point before an article, and to
 * the first point of an announcement's day (the last one if it came after the close). Events outside the points are
 * left out.
 */
export function positionEvents(
  events: readonly ChartEvent[],
  { points, isDailyOrLonger, tradingDays }: Axis,
): PositionedEvent[] {
  const last = points.at(-1);
  if (!last) return [];
  const lastDay = isDailyOrLonger ? last.timestamp.slice(0, 10) : tradingDayOf(last.timestamp, tradingDays);
  const days = isDailyOrLonger ? null : daysOf(points, tradingDays);
  return events.flatMap((event) => {
    const day = eventDay(event, tradingDays);
    // A note of a weekend belongs to the last session.
    const isSoonAfter = event.kind === 'note' && daysBetween(lastDay, day) <= MAX_CLOSED_DAYS;
    if (day > lastDay) return isSoonAfter ? [{ event, index: points.length - 1 }] : [];
    const index = days ? indexWithin(event, day, points, days) : lastUntil(points, startOf(day) + DAY_MS - 1);
    return index < 0 ? [] : [{ event, index }];
  });
}

type Days = ReadonlyMap<Day, readonly [first: number, last: number]>;

/** Returns the first and last point of each day. */
function daysOf(points: readonly ChartPoint[], tradingDays: TradingDays): Days {
  const days = new Map<Day, readonly [number, number]>();
  const dayOfPoint = ascendingTradingDays(tradingDays);
  points.forEach(({ timestamp }, index) => {
    const day = dayOfPoint(timestamp);
    days.set(day, [days.get(day)?.[0] ?? index, index]);
  });
  return days;
}

function indexWithin(event: ChartEvent, day: Day, points: readonly ChartPoint[], days: Days): number {
  if (event.kind === 'news') return lastUntil(points, Date.parse(event.data.publishedAt));
  const [first, last] = days.get(day) ?? [-1, -1];
  return event.kind === 'earnings' && event.data.time === 'after' ? last : first;
}

/** Events that share a mark, the one that determines its letter first. */
export interface EventMark {
  /** Stays the same while its events do. */
  key: string;
  /** The position of the event, from the left edge of the plot, 0 to 1. */
  eventPosition: number;
  /** The position of its mark, slightly moved if another one is near. */
  markPosition: number;
  /** The index of the first event's point. */
  index: number;
  events: readonly PositionedEvent[];
}

/** Only news articles merge with nearby marks. */
const keepApart = (a: PositionedEvent | undefined, b: PositionedEvent) =>
  a !== undefined && a.index !== b.index && a.event.kind !== 'news' && b.event.kind !== 'news';

const rank = ({ event }: PositionedEvent) => ORDER.indexOf(event.kind);
const nameOf = ({ event }: PositionedEvent) => `${event.kind} ${event.data.id}`;

/**
 * Groups the visible events into marks; `minDistance` is the minimum distance between two marks, as a fraction of the
 * plot. Earnings, dividends, splits and notes keep marks of their own, which move apart while there is room for all.
 */
export function groupMarks(
  placed: readonly PositionedEvent[],
  points: readonly ChartPoint[],
  view: Viewport,
  minDistance: number,
): EventMark[] {
  const positionOf = ({ index }: PositionedEvent) => fractionOf(points[index]?.x ?? 0, view);
  const visibleEvents = placed
    .filter((each) => positionOf(each) >= 0 && positionOf(each) <= 1)
    .sort((a, b) => a.index - b.index || rank(a) - rank(b));
  const isNear = (a: PositionedEvent | undefined, b: PositionedEvent) =>
    a !== undefined && positionOf(b) - positionOf(a) < minDistance;
  const gathered = (belongs: (group: readonly PositionedEvent[], each: PositionedEvent) => boolean) => {
    const groups: PositionedEvent[][] = [];
    for (const each of visibleEvents) {
      const group = groups.at(-1);
      if (group && belongs(group, each)) group.push(each);
      else groups.push([each]);
    }
    return groups;
  };
  const groups = gathered((group, each) => isNear(group.at(-1), each) && !keepApart(group[0], each));
  const mergedGroups = () => gathered(([first], each) => isNear(first, each));
  const marks = (groups.length * minDistance > 1 ? mergedGroups() : groups).map((group) => {
    const events = [...group].sort((a, b) => rank(a) - rank(b) || b.index - a.index);
    const first = events[0] as PositionedEvent;
    return { key: nameOf(first), eventPosition: positionOf(first), index: first.index, events };
  });
  const preferred = marks.map(({ eventPosition }) => eventPosition);
  const positions = marks.length * minDistance > 1 ? preferred : moveApart(preferred, minDistance, 1);
  return marks.map((mark, index) => ({ ...mark, markPosition: positions[index] ?? mark.eventPosition }));
}
