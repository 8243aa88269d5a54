import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { schedulePrices } from './priceScheduler';

/** HOME-07, TICK-11: a price change shows for this long. */
export const FLASH_MS = 1000;

export type TickDirection = 'up' | 'down';

/**
 * Colours the digits of an element green or red for a second whenever `value` moves, and anew when it moves
 * on in the same direction. `global.css` says how: the component does not render for it. A first value never
 * flashes, and nothing does for people who asked for reduced motion.
 */
export function useFlash<E extends HTMLElement>(value: number | null): RefObject<E | null> {
  const element = useRef<E>(null);
  useTicks(value, (direction) => element.current && flash(element.current, direction));
  return element;
}

/** 'up' or 'down' for a second after the value moved, else null; for what stands beside a price. */
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

/** What is coloured, and until when; those that end first come first. */
const ends = new Map<HTMLElement, number>();
let isEnding = false;
/** Those that end so soon after each other end at once, in one picture. */
const TOGETHER_MS = 100;

/**
 * The digits only: a block behind them would blink where many prices tick together. Not an animation, for which the browser
 * would draw the page sixty times a second wherever prices tick.
 */
function flash(element: HTMLElement, direction: TickDirection): void {
  element.dataset.flash = direction;
  ends.delete(element);
  ends.set(element, performance.now() + FLASH_MS);
  if (!isEnding) endAfter(FLASH_MS);
}

/** With the drawing of other prices where it is due by then: an end is a picture of its own otherwise. */
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
