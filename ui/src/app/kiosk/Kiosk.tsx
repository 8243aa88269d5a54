import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useNow } from '~/state/clock';

const KioskFrame = retryingLazy(() => import('./KioskFrame'));

/** Delay before retrying to fetch code or to render a board. */
const RETRY_MS = 15_000;

/** A board without a shell. It never shows an error, because failures are retried. */
export function Kiosk({ name }: { name: string }) {
  const attempt = Math.floor(useNow(RETRY_MS) / RETRY_MS);
  return (
    <LazyBoundary silent resetKey={attempt}>
      <KioskFrame name={name} />
    </LazyBoundary>
  );
}
