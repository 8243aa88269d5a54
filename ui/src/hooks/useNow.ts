import { useCallback, useSyncExternalStore } from 'react';

interface Clock {
  now: number;
  readers: Set<() => void>;
  /** Set while the clock has subscribers. */
  timer?: ReturnType<typeof setInterval> | undefined;
}

/** Clocks by interval in milliseconds: everything that shows the time updates in the same frame. */
const clocks = new Map<number, Clock>();

function clockOf(every: number): Clock {
  const clock = clocks.get(every) ?? { now: Date.now(), readers: new Set() };
  clocks.set(every, clock);
  return clock;
}

/** The time in milliseconds, updated every `every` milliseconds. */
export function useNow(every: number): number {
  const subscribe = useCallback(
    (onTime: () => void) => {
      const clock = clockOf(every);
      clock.readers.add(onTime);
      // The clock was stopped without subscribers.
      if (!clock.timer && Date.now() - clock.now >= every) clock.now = Date.now();
      clock.timer ??= setInterval(() => {
        clock.now = Date.now();
        for (const reader of clock.readers) reader();
      }, every);
      return () => {
        clock.readers.delete(onTime);
        if (clock.readers.size > 0) return;
        clearInterval(clock.timer);
        clock.timer = undefined;
      };
    },
    [every],
  );
  const get = () => clockOf(every).now;
  return useSyncExternalStore(subscribe, get, get);
}
