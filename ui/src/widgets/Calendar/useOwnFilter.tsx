import type { ReactNode } from 'react';
import { FilterChips } from '~/components/FilterChips';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { useListedTickers } from '~/widgets/useListedTickers';

const OPTIONS = [
  { value: 'all', label: 'All tickers' },
  { value: 'mine', label: 'My lists' },
] as const;

/** An event of a ticker. */
interface TickerEvent {
  tickerId: number | null;
}

interface OwnFilter {
  /** Applies the filter; within a day, events of the user's lists come first. */
  own: <Event extends TickerEvent>(
    events: readonly Event[],
    dayOf: (event: Event) => string,
  ) => readonly Event[];
  isOwn: (event: TickerEvent) => boolean;
  /** True if only events of the user's lists are shown. */
  isOwnOnly: boolean;
  /** The filter buttons; null if no list has tickers. */
  chips: ReactNode;
}

/** Events of tickers in any watchlist: listed first, or exclusively with `?show=mine`. */
export function useOwnFilter(): OwnFilter {
  const listed = useListedTickers();
  const [shown, setShown] = useUrlChoice('show', ['all', 'mine']);
  const isOwnOnly = shown === 'mine';
  const isOwn = ({ tickerId }: TickerEvent) => tickerId !== null && (listed?.has(tickerId) ?? false);
  return {
    isOwnOnly,
    isOwn,
    own: (events, dayOf) => {
      const filtered = isOwnOnly ? events.filter(isOwn) : events;
      return ownFirst(filtered, dayOf, isOwn);
    },
    chips: (isOwnOnly || (listed?.size ?? 0) > 0) && (
      <FilterChips label="Tickers" options={OPTIONS} value={shown} onChange={setShown} />
    ),
  };
}

/** Keeps the order of days; within each, the user's own events come first. */
export function ownFirst<Event>(
  events: readonly Event[],
  dayOf: (event: Event) => string,
  isOwn: (event: Event) => boolean,
): readonly Event[] {
  const result: Event[] = [];
  for (let start = 0; start < events.length; ) {
    const day = dayOf(events[start] as Event);
    let end = start;
    while (end < events.length && dayOf(events[end] as Event) === day) end++;
    const dayEvents = events.slice(start, end);
    result.push(...dayEvents.filter(isOwn), ...dayEvents.filter((event) => !isOwn(event)));
    start = end;
  }
  return result;
}
