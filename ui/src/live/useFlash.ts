import { useEffect, useRef, useState } from 'react';

/** HOME-07, TICK-11: a price change shows for this long. */
export const FLASH_MS = 1000;

export type Flash = 'up' | 'down' | null;

/** 'up' or 'down' for one second after the value changed, else null. A first value never flashes. */
export function useFlash(value: number | null): Flash {
  const before = useRef(value);
  const [flash, setFlash] = useState<Flash>(null);
  useEffect(() => {
    const previous = before.current;
    before.current = value;
    if (previous === null || value === null || previous === value) return;
    setFlash(value > previous ? 'up' : 'down');
    const timer = setTimeout(() => setFlash(null), FLASH_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return flash;
}
