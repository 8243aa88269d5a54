import { useId, useState } from 'react';
import { LazyBoundary } from './LazyBoundary';
import { retryingLazy } from './retryingLazy';
import type { SheetProps } from './SheetLayer';
import { useFocusReturn } from './useFocusReturn';

const SheetLayer = retryingLazy(() => import('./SheetLayer'));

/** A layer that slides in from an edge of the window. Its code is loaded when it is first opened. */
export function Sheet(props: Omit<SheetProps, 'id'>) {
  const id = useId();
  const { opened } = props;
  const [openings, setOpenings] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpenings(openings + 1);
  }
  useFocusReturn(opened, { layer: id });
  if (openings === 0) return null;
  return (
    <LazyBoundary resetKey={openings} onFail={props.onClose}>
      <SheetLayer {...props} id={id} />
    </LazyBoundary>
  );
}
