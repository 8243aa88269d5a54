import { useCallback, useSyncExternalStore } from 'react';

interface Clock {
  now: number;
  listeners: Set<() => void>;
  /** Set while the clock has subscribers. */
  timer?: ReturnType<typeof setInterval> | undefined;
}

/** Clocks by interval in milliseconds. Components with the same interval share a clock, so that they update in the same frame. */
const clocks = new Map<number, Clock>();

function clockOf(interval: number): Clock {
  const clock = clocks.get(interval) ?? { now: Date.now(), listeners: new Set() };
  clocks.set(interval, clock);
  return clock;
}

/** Returns the time of the device in Unix milliseconds, updated every `interval` milliseconds. */
export function useNow(interval: number): number {
  const subscribe = useCallback(
    (onTime: () => void) => {
      const clock = clockOf(interval);
      clock.listeners.add(onTime);
      // The clock may be out of date, because it stops without subscribers.
      if (!clock.timer && Date.now() - clock.now >= interval) clock.now = Date.now();
      clock.timer ??= setInterval(() => {
        clock.now = Date.now();
        for (const listener of clock.listeners) listener();
      }, interval);
      return () => {
        clock.listeners.delete(onTime);
        if (clock.listeners.size > 0) return;
        clearInterval(clock.timer);
        clock.timer = undefined;
      };
    },
    [interval],
  );
  const get = () => clockOf(interval).now;
  return useSyncExternalStore(subscribe, get, get);
}
