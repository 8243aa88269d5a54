import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useNow } from '~/hooks/useNow';

const KioskFrame = retryingLazy(() => import('./KioskFrame'));

/** Code that could not be fetched is asked for again after this time, and so is what failed to draw. */
const AGAIN_MS = 15_000;

/** A board without anything around it. No error is shown on it, ever: what failed is tried again. */
export function Kiosk({ name }: { name: string }) {
  const turn = Math.floor(useNow(AGAIN_MS) / AGAIN_MS);
  return (
    <LazyBoundary silent renewedBy={turn}>
      <KioskFrame name={name} />
    </LazyBoundary>
  );
}
