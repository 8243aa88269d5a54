import type { DialogProps } from './DialogLayer';
import { LazyBoundary } from './LazyBoundary';
import { retryingLazy } from './retryingLazy';
import { useFocusReturn } from './useFocusReturn';

const DialogLayer = retryingLazy(() => import('./DialogLayer'));

/** An open dialog; it is there while it is rendered, and the focus goes back when it is not. */
export function Dialog(props: DialogProps) {
  useFocusReturn(true);
  return (
    <LazyBoundary onFail={props.onClose}>
      <DialogLayer {...props} />
    </LazyBoundary>
  );
}
