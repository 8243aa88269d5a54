import { useEffect } from 'react';

/** Replaces the whole app after an error in the shell. The page's inline script reports it and reloads. */
export function AppFailed() {
  useEffect(() => void document.dispatchEvent(new Event('marketdeck:failed')), []);
  return null;
}
