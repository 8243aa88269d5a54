import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { schedulePrices } from './priceScheduler';

/** HOME-07, TICK-11: duration of a flash. */
export const FLASH_MS = 1000;

export type TickDirection = 'up' | 'down';

/**
 * Colors the digits of an element green or red for a second whenever `value` changes; further changes in the same direction extend
 * the time. Sets an attribute that is styled in `global.css`, so the component does not render again. The first value never flashes,
 * and no value does with reduced motion.
 */
export function useFlash<E extends HTMLElement>(value: number | null): RefObject<E | null> {
  const element = useRef<E>(null);
  useTicks(value, (direction) => element.current && flash(element.current, direction));
  return element;
}

/** Returns 'up' or 'down' for a second after the value changed, else null; for elements next to a price. */
export function useTickDirection(value: number | null): TickDirection | null {
  const [tick, setTick] = useState<{ direction: TickDirection } | null>(null);
  useTicks(value, (direction) => setTick({ direction }));
  useEffect(() => {
    if (!tick) return;
    let isLast = true;
    const endTime = () => {
      if (isLast) flushSync(() => setTick(null));
      return 0;
    };
    const timer = setTimeout(() => schedulePrices(endTime), FLASH_MS);
    return () => {
      isLast = false;
      clearTimeout(timer);
    };
  }, [tick]);
  return tick?.direction ?? null;
}

function useTicks(value: number | null, onTick: (direction: TickDirection) => void): void {
  const previousValue = useRef(value);
  const latest = useRef(onTick);
  latest.current = onTick;
  useLayoutEffect(() => {
    const previous = previousValue.current;
    previousValue.current = value;
    if (previous === null || value === null || previous === value) return;
    latest.current(value > previous ? 'up' : 'down');
  }, [value]);
}

/** Colored elements with the time at which their flash ends, earliest first. */
const endTimes = new Map<HTMLElement, number>();
let isTimerRunning = false;
/** Flashes that end within this time of each other end in one frame. */
const BATCH_MS = 100;

/**
 * Colors the digits of an element until the flash ends. Coloring the background would flicker if many prices change together, and a
 * CSS animation would make the browser paint sixty times a second.
 */
function flash(element: HTMLElement, direction: TickDirection): void {
  element.dataset.flash = direction;
  endTimes.delete(element);
  endTimes.set(element, performance.now() + FLASH_MS);
  if (!isTimerRunning) endAfter(FLASH_MS);
}

/** Ends flashes after a delay, together with the next render of prices if one is due, which saves a frame. */
function endAfter(ms: number): void {
  isTimerRunning = true;
  setTimeout(() => schedulePrices(endFlashes), ms);
}

function endFlashes(): number {
  isTimerRunning = false;
  const now = performance.now();
  for (const [element, endTime] of endTimes) {
    if (endTime > now + BATCH_MS) {
      endAfter(endTime - now);
      break;
    }
    endTimes.delete(element);
    delete element.dataset.flash;
  }
  return 0;
}
