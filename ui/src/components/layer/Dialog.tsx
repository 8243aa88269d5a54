import { lazy } from 'react';
import type { DialogProps } from './DialogLayer';
import { LazyBoundary } from './LazyBoundary';

const DialogLayer = lazy(() => import('./DialogLayer'));

/** An open dialog; it is there while it is rendered. */
export function Dialog(props: DialogProps) {
  return (
    <LazyBoundary>
      <DialogLayer {...props} />
    </LazyBoundary>
  );
}
