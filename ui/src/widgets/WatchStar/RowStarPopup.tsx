import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useStore } from '~/state/useStore';
import { rowStars } from './rowStars';

const StarListChoices = retryingLazy(() => import('./StarListChoices'));

/** Stands once beside all pages; its code is fetched when the first row with a star is shown. */
export function RowStarPopup() {
  const needed = useStore(rowStars.subscribe, () => rowStars.get().rows > 0);
  return (
    needed && (
      <LazyBoundary silent>
        <StarListChoices />
      </LazyBoundary>
    )
  );
}
