import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** HOME-07, TICK-11: a price change shows for this long. */
export const FLASH_MS = 1000;

export type TickDirection = 'up' | 'down';

/**
 * Colours the digits of an element green or red for a second whenever `value` moves, and again when it moves
 * on in the same direction. Drawn by the browser: the component does not render for it. A first value never
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
    const timer = setTimeout(() => setTick(null), FLASH_MS);
    return () => clearTimeout(timer);
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

const running = new WeakMap<HTMLElement, Animation>();

/** The digits only: a block behind them would blink where many prices tick together. */
function flash(element: HTMLElement, direction: TickDirection): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  running.get(element)?.cancel();
  const color = `var(--md-${direction})`;
  const animation = element.animate([{ color }, { color, offset: 0.6 }, {}], {
    duration: FLASH_MS,
    easing: 'ease-out',
    id: 'flash',
  });
  running.set(element, animation);
}
