import { useEffect } from 'react';
import { useStoredChoice } from './browserStorage';
import { useSetting } from './settings';

/** Number of visits that show the introduction before home shows the dashboard. */
const INTRODUCTION_VISITS = 3;
const COUNTS = ['0', '1', '2', '3'] as const;

/** Number of visits before this one; null until home is shown. A visit lasts until the app is reloaded. */
let visitsBefore: number | null = null;

/** Starts another visit, as reloading does. For tests. */
export function endVisit(): void {
  visitsBefore = null;
}

/** Returns true if home shows the dashboard: as chosen in the settings, or after the first visits. */
export function useShowsDashboard(): boolean {
  const [view] = useSetting('home-view');
  const [visits] = useStoredChoice('home-visits', COUNTS);
  return view === 'auto' ? (visitsBefore ?? Number(visits)) >= INTRODUCTION_VISITS : view === 'deck';
}

/** Counts a visit to home, once until the app is reloaded. */
export function useCountVisit(): void {
  const [visits, setVisits] = useStoredChoice('home-visits', COUNTS);
  useEffect(() => {
    if (visitsBefore !== null) return;
    visitsBefore = Number(visits);
    const next = COUNTS[visitsBefore + 1];
    if (next) setVisits(next);
  }, [visits, setVisits]);
}
