import { cloneElement, type ReactElement, type ReactNode, useId, useState } from 'react';
import { LazyBoundary } from './LazyBoundary';
import type { LayerProps } from './PopupLayer';
import { retryingLazy } from './retryingLazy';
import { useFocusReturn } from './useFocusReturn';

const PopupLayer = retryingLazy(() => import('./PopupLayer'));

interface Props extends Omit<LayerProps, 'id' | 'anchor'> {
  /** A button. */
  trigger: ReactElement<Record<string, unknown>>;
  /** Loaded with the layer; it may be lazy itself. */
  children: ReactNode;
}

/** A layer that hangs on a button, and takes the focus while it is open. */
export function Popup({ trigger, ...layer }: Props) {
  const id = useId();
  const { opened, onChange } = layer;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // From the first opening on the layer stays, to fade out.
  const [openings, setOpenings] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpenings(openings + 1);
  }
  useFocusReturn(opened, { layer: id, opener: anchor });
  return (
    <>
      {cloneElement(trigger, {
        ref: setAnchor,
        id: `${id}-target`,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onClick: () => onChange(!opened),
      })}
      {openings > 0 && anchor && (
        <LazyBoundary renewedBy={openings} onFail={() => onChange(false)}>
          <PopupLayer {...layer} id={id} anchor={anchor} />
        </LazyBoundary>
      )}
    </>
  );
}
