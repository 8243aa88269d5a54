import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useStore } from '~/state/useStore';
import { rowStars } from './rowStars';

const StarLists = retryingLazy(() => import('./StarLists'));

/** Stands once beside all pages; its code is fetched when the first row with a star is shown. */
export function StarHost() {
  const needed = useStore(rowStars.subscribe, () => rowStars.get().rows > 0);
  return (
    needed && (
      <LazyBoundary silent>
        <StarLists />
      </LazyBoundary>
    )
  );
}
