import { useEffect, useState } from 'react';
import { useRemembered } from './remembered';
import { useSetting } from './settings';

/** How many visits begin with the introduction before the page is a deck. */
const INTRODUCTIONS = 3;
const COUNTS = ['0', '1', '2', '3'] as const;

/** How many visits there were before this one; null until the page is seen. A visit lasts until the app is loaded again. */
let before: number | null = null;

/** Begins another visit, as loading the app does. */
export function endVisit(): void {
  before = null;
}

/** Whether the home page is a deck by now: while nobody chose, after the first visits. Coming back to it is no other visit. */
export function useIsDeck(): boolean {
  const [view] = useSetting('home-view');
  const [visits, setVisits] = useRemembered('home-visits', COUNTS);
  const [count] = useState(() => {
    before ??= Number(visits);
    return before;
  });
  useEffect(() => {
    const next = COUNTS[count + 1];
    if (next) setVisits(next);
  }, [count, setVisits]);
  return view === 'auto' ? count >= INTRODUCTIONS : view === 'deck';
}
