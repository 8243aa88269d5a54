import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useIsDesk, useIsPhone } from '~/hooks/useIsPhone';
import { LazyBoundary } from './LazyBoundary';
import type { LayerProps } from './PopupLayer';
import { retryingLazy } from './retryingLazy';
import { useFocusReturn } from './useFocusReturn';

const DockLayer = retryingLazy(() => import('./DockLayer'));
const PopupLayer = retryingLazy(() => import('./PopupLayer'));
const SheetLayer = retryingLazy(() => import('./SheetLayer'));

interface Props extends Omit<LayerProps, 'id' | 'anchor'> {
  /** The button that opens the layer. */
  trigger: ReactElement<Record<string, unknown>>;
  /** The element to dock to on a desktop, next to what the layer changes, without covering it. */
  dock?: RefObject<HTMLElement | null> | null;
  /** A growing list: on a phone its sheet has the full height from the start. */
  tall?: boolean;
  /** Loaded with the layer; may be lazy itself. */
  children: ReactNode;
}

/** A layer that opens from a button and takes the focus; on a phone, a bottom sheet. */
export function Popup({ trigger, dock = null, tall = false, ...layer }: Props) {
  const id = useId();
  const { opened, onChange, label, className, children } = layer;
  const isPhone = useIsPhone();
  const isDesk = useIsDesk();
  const button = useRef<HTMLElement>(null);
  // Known from the second render on, which is early enough: it is needed only after the first opening.
  const anchor = button.current;
  const [, drawAgain] = useState({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it comes with its button
  useLayoutEffect(() => {
    if (opened) drawAgain({});
  }, []);
  // The layer stays mounted after the first opening, so that it can fade out.
  const [openings, setOpenings] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpenings(openings + 1);
  }
  useFocusReturn(opened, { layer: id, opener: anchor });
  // The sheet covers the lower half, so the card that it changes scrolls to the top.
  useEffect(() => {
    if (opened && isPhone) anchor?.closest('section')?.scrollIntoView({ block: 'start' });
  }, [opened, isPhone, anchor]);
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id: `${id}-target`,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened && !isPhone ? `${id}-dropdown` : undefined,
        onClick: () => onChange(!opened),
      })}
      {openings > 0 && anchor && (
        <LazyBoundary renewedBy={openings} onFail={() => onChange(false)}>
          {isPhone ? (
            <SheetLayer
              id={id}
              openedBy={anchor.id}
              title={label}
              side="bottom"
              live
              tall={tall}
              opened={opened}
              onClose={() => onChange(false)}
            >
              <div className={className}>{children}</div>
            </SheetLayer>
          ) : dock?.current && isDesk ? (
            opened && (
              <DockLayer
                {...{ id, label }}
                dock={dock.current}
                openedBy={anchor.id}
                onClose={() => onChange(false)}
              >
                <div className={className}>{children}</div>
              </DockLayer>
            )
          ) : (
            <PopupLayer {...layer} id={id} anchor={anchor} />
          )}
        </LazyBoundary>
      )}
    </>
  );
}
