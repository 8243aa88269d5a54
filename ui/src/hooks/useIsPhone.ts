import { useSyncExternalStore } from 'react';

/** NAV-08: mobile means under 768 px wide, everywhere. */
const PHONE = '(max-width: 767.98px)';

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches);
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(PHONE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
