import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { schedulePrices } from './priceScheduler';

/** HOME-07, TICK-11: duration of a flash. */
export const FLASH_MS = 1000;

export type TickDirection = 'up' | 'down';

/**
 * Colors the digits of an element green or red for a second whenever `value` changes, also when it moves on in the same
 * direction. Done with an attribute styled in `global.css`: the component does not render again. The first value never flashes,
 * and nothing does with reduced motion.
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
    const end = () => {
      if (isLast) flushSync(() => setTick(null));
      return 0;
    };
    const timer = setTimeout(() => schedulePrices(end), FLASH_MS);
    return () => {
      isLast = false;
      clearTimeout(timer);
    };
  }, [tick]);
  return tick?.direction ?? null;
}

function useTicks(value: number | null, onTick: (direction: TickDirection) => void): void {
  const before = useRef(value);
  const latest = useRef(onTick);
  latest.current = onTick;
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = value;
    if (previous === null || value === null || previous === value) return;
    latest.current(value > previous ? 'up' : 'down');
  }, [value]);
}

/** Colored elements with their end time, earliest first. */
const ends = new Map<HTMLElement, number>();
let isEnding = false;
/** Flashes that end within this time of each other end in one frame. */
const TOGETHER_MS = 100;

/**
 * Colors only the digits: a background would flicker where many prices tick together. Not a CSS animation: it would make the browser
 * paint sixty times a second.
 */
function flash(element: HTMLElement, direction: TickDirection): void {
  element.dataset.flash = direction;
  ends.delete(element);
  ends.set(element, performance.now() + FLASH_MS);
  if (!isEnding) endAfter(FLASH_MS);
}

/** Ends together with the next render of prices if one is due, which saves a frame. */
function endAfter(ms: number): void {
  isEnding = true;
  setTimeout(() => schedulePrices(endFlashes), ms);
}

function endFlashes(): number {
  isEnding = false;
  const now = performance.now();
  for (const [element, end] of ends) {
    if (end > now + TOGETHER_MS) {
      endAfter(end - now);
      break;
    }
    ends.delete(element);
    delete element.dataset.flash;
  }
  return 0;
}
