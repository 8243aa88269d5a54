import { useEffect } from 'react';
import { isInUse } from './isInUse';

/** A screen that nobody touches tries again after this time. */
const RELOAD_MS = 60_000;

/** In place of everything, when the frame around the pages failed. It uses nothing that may have failed with it. */
export function AppFailed({ reload = () => location.reload() }: { reload?: () => void }) {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isInUse()) reload();
    }, RELOAD_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <main className="container" role="alert" style={{ padding: '4rem 1rem', textAlign: 'center' }}>
      <h1>Something went wrong</h1>
      <p>Marketdeck couldn't be displayed. It tries again in a minute.</p>
      <button type="button" onClick={reload}>
        Reload now
      </button>
    </main>
  );
}
