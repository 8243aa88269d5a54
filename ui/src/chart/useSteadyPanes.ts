import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Pane } from './model';
import { SteadyRanges } from './steadyRanges';
import { isSameLength, isSameView, type Viewport } from './viewport';

/** A pan ends when the view has not moved for this time, in milliseconds. */
export const PAN_END_MS = 250;
/** Duration of easing the value ranges after a pan, in milliseconds. */
const EASE_MS = 150;

/** Detects pans: movements of a view that keep its length. */
function panTracker() {
  let last: Viewport | null = null;
  let isPanning = false;
  return {
    isPanning(viewport: Viewport): boolean {
      if (last && !isSameView(last, viewport)) isPanning = isSameLength(last, viewport);
      last = viewport;
      return isPanning;
    },
    end: () => {
      isPanning = false;
    },
  };
}

/** Returns true while the view moves along the time axis, and shortly afterwards. */
export function useIsPanning(viewport: Viewport): boolean {
  const [tracker] = useState(panTracker);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const isPanning = tracker.isPanning(viewport);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every movement restarts the timer
  useEffect(() => {
    if (!isPanning) return;
    const timer = setTimeout(() => {
      tracker.end();
      refresh();
    }, PAN_END_MS);
    return () => clearTimeout(timer);
  }, [tracker, viewport, isPanning]);
  return isPanning;
}

/** Returns a value as it was before panning started. */
export function useHeld<T>(value: T, isPanning: boolean): T {
  const [held] = useState(() => ({ value }));
  if (!isPanning) held.value = value;
  return held.value;
}

/** Returns the panes with value ranges that stay the same while the view is panned, as described at `SteadyRanges`. */
export function useSteadyPanes(panes: readonly Pane[], isPanning: boolean): readonly Pane[] {
  const [ranges] = useState(() => new SteadyRanges());
  const progress = useEasing(isPanning);
  return useMemo(() => ranges.apply(panes, isPanning, progress), [ranges, panes, isPanning, progress]);
}

/** Returns the progress of the easing after a pan: 0 while panning, then rising to 1. */
function useEasing(isPanning: boolean): number {
  const [progress, setProgress] = useState(1);
  const hasPanned = useRef(false);
  useEffect(() => {
    if (isPanning) {
      hasPanned.current = true;
      setProgress(0);
    }
    if (isPanning || !hasPanned.current) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setProgress(1);
      return;
    }
    let startedAt: number | null = null;
    let frame = requestAnimationFrame(function step(now) {
      startedAt ??= now;
      const passed = Math.min(1, (now - startedAt) / EASE_MS);
      // Fast at first, slow at the end.
      setProgress(1 - (1 - passed) ** 3);
      if (passed < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPanning]);
  return isPanning ? 0 : progress;
}
