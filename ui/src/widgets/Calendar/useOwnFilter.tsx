import type { ReactNode } from 'react';
import { FilterChips } from '~/components/FilterChips';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { useListedTickers } from '~/widgets/useListedTickers';

const OPTIONS = [
  { value: 'all', label: 'All tickers' },
  { value: 'mine', label: 'My lists' },
] as const;

/** An event of a ticker. */
interface OfTicker {
  tickerId: number | null;
}

interface OwnFilter {
  /** Those that are wanted; of one day those of the viewer's own lists first. */
  own: <Event extends OfTicker>(
    events: readonly Event[],
    dayOf: (event: Event) => string,
  ) => readonly Event[];
  isOwn: (event: OfTicker) => boolean;
  /** Only the viewer's own are shown. */
  isOn: boolean;
  /** All or only own; nothing while no list holds a ticker. */
  chips: ReactNode;
}

/** Events of tickers that stand in any watchlist: in front, and alone when somebody wants (`?show=mine`). */
export function useOwnFilter(): OwnFilter {
  const listed = useListedTickers();
  const [shown, setShown] = useUrlChoice('show', ['all', 'mine']);
  const isOn = shown === 'mine';
  const isOwn = ({ tickerId }: OfTicker) => tickerId !== null && (listed?.has(tickerId) ?? false);
  return {
    isOn,
    isOwn,
    own: (events, dayOf) => {
      const wanted = isOn ? events.filter(isOwn) : events;
      return ownFirst(wanted, dayOf, isOwn);
    },
    chips: (isOn || (listed?.size ?? 0) > 0) && (
      <FilterChips label="Tickers" options={OPTIONS} value={shown} onChange={setShown} />
    ),
  };
}

/** The same days in the same order, in each the own ones first. */
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
    const ofDay = events.slice(start, end);
    result.push(...ofDay.filter(isOwn), ...ofDay.filter((event) => !isOwn(event)));
    start = end;
  }
  return result;
}
