import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useStore } from '~/state/useStore';
import { rowStars } from './rowStars';

const StarListChoices = retryingLazy(() => import('./StarListChoices'));

/** Mounted once for all pages; its code is loaded with the first visible row star. */
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
