import type { DialogProps } from './DialogLayer';
import { LazyBoundary } from './LazyBoundary';
import { retryingLazy } from './retryingLazy';
import { useFocusReturn } from './useFocusReturn';

const DialogLayer = retryingLazy(() => import('./DialogLayer'));

/** A dialog that is open while rendered; returns focus to its opener when it unmounts. */
export function Dialog(props: DialogProps) {
  useFocusReturn(true);
  return (
    <LazyBoundary onFail={props.onClose}>
      <DialogLayer {...props} />
    </LazyBoundary>
  );
}
