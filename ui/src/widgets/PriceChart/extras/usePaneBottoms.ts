import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The bottoms of the first and last panes of the chart around an element, in px from the top of its stage; 0 until the
 * first layout. Measured by a ResizeObserver, which runs after the browser's own layout: measuring on every render, or on the
 * first one, would add a layout.
 */
export function usePaneBottoms(box: RefObject<HTMLElement | null>): { first: number; last: number } {
  const [bottoms, setBottoms] = useState({ first: 0, last: 0 });
  useLayoutEffect(() => {
    const stage = box.current?.closest<HTMLElement>('[data-stage]');
    const panes = () => [...(stage?.querySelectorAll<HTMLElement>('[data-pane]') ?? [])];
    const measure = () => {
      const all = panes().map(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight);
      const [first, last] = [all[0] ?? 0, Math.max(0, ...all)];
      setBottoms((known) => (known.first === first && known.last === last ? known : { first, last }));
    };
    const observer = new ResizeObserver(measure);
    for (const part of [stage, panes()[0]]) if (part) observer.observe(part);
    return () => observer.disconnect();
  }, [box]);
  return bottoms;
}
