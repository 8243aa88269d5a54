import { useEffect } from 'react';

/** In place of everything, when the frame around the pages failed: the script in `index.html` says so, and reloads. */
export function AppFailed() {
  useEffect(() => void document.dispatchEvent(new Event('marketdeck:failed')), []);
  return null;
}
