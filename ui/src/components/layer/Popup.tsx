import { cloneElement, lazy, type ReactElement, type ReactNode, useId, useState } from 'react';
import { LazyBoundary } from './LazyBoundary';
import type { LayerProps } from './PopupLayer';

const PopupLayer = lazy(() => import('./PopupLayer'));

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
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true); // from then on it stays, to fade out
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
      {wanted && anchor && (
        <LazyBoundary>
          <PopupLayer {...layer} id={id} anchor={anchor} />
        </LazyBoundary>
      )}
    </>
  );
}
