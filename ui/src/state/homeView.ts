import { useEffect, useState } from 'react';
import { useRemembered } from './remembered';
import { useSetting } from './settings';

/** How many visits begin with the introduction before the page is a deck. */
const INTRODUCTIONS = 3;
const COUNTS = ['0', '1', '2', '3'] as const;

/** Whether the home page is a deck by now: while nobody chose, after the first visits. A visit counts once, when the page is opened. */
export function useIsDeck(): boolean {
  const [view] = useSetting('home-view');
  const [visits, setVisits] = useRemembered('home-visits', COUNTS);
  const [before] = useState(Number(visits));
  useEffect(() => {
    const next = COUNTS[before + 1];
    if (next) setVisits(next);
  }, [before, setVisits]);
  return view === 'auto' ? before >= INTRODUCTIONS : view === 'deck';
}
