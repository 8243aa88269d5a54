import { useEffect, useState } from 'react';
import { useRemembered } from './remembered';

/** How many visits begin with the introduction before the page is a deck. */
const INTRODUCTIONS = 3;
const COUNTS = ['0', '1', '2', '3'] as const;

/** What the home page opens with; 'auto' is the introduction on the first visits and the deck afterwards. */
export type HomeView = 'auto' | 'deck' | 'introduction';

/** The person's choice; remembered. */
export const useHomeView = () => useRemembered<HomeView>('home-view', ['auto', 'deck', 'introduction']);

/** Whether the home page is a deck by now. A visit counts once, when the page is opened. */
export function useIsDeck(): boolean {
  const [view] = useHomeView();
  const [visits, setVisits] = useRemembered('home-visits', COUNTS);
  const [before] = useState(Number(visits));
  useEffect(() => {
    const next = COUNTS[before + 1];
    if (next) setVisits(next);
  }, [before, setVisits]);
  return view === 'auto' ? before >= INTRODUCTIONS : view === 'deck';
}
