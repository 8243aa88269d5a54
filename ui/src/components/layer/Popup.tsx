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
  /** The element into which the layer is docked on a desktop, so that it doesn't cover the content that it changes. */
  dock?: RefObject<HTMLElement | null> | null;
  /** Gives the sheet on a phone its full height from the start, for a growing list. */
  tall?: boolean;
  /** The content, which is loaded with the layer. */
  children: ReactNode;
}

/** A layer that opens from a button and takes focus; on a phone, a bottom sheet. */
export function Popup({ trigger, dock = null, tall = false, ...layer }: Props) {
  const id = useId();
  const { opened, onChange, label, className, children } = layer;
  const isPhone = useIsPhone();
  const isDesk = useIsDesk();
  const button = useRef<HTMLElement>(null);
  // The button is known from the second render on, and needed only after the first opening.
  const anchor = button.current;
  const [, renderAgain] = useState({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: for a popup that is open from the start
  useLayoutEffect(() => {
    if (opened) renderAgain({});
  }, []);
  // The layer stays mounted after the first opening, so that it can fade out.
  const [openings, setOpenings] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpenings(openings + 1);
  }
  useFocusReturn(opened, { layer: id, opener: anchor });
  // The sheet covers the lower half of the screen, so the card that it changes is scrolled to the top.
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
        <LazyBoundary resetKey={openings} onFail={() => onChange(false)}>
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
