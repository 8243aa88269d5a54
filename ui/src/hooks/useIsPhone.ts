import { useSyncExternalStore } from 'react';

/** NAV-08: mobile means under 768 px wide, everywhere; in em, as in the style sheets, for a browser's own type size. */
const PHONE = '(width < 48em)';

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches);
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(PHONE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
