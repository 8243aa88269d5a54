import {
  cloneElement,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useState,
} from 'react';
import { ErrorBoundary } from '../ErrorBoundary';
import { TooltipTimer } from './tooltipTimer';

const TooltipBubble = lazy(() => import('./TooltipBubble'));

interface Props {
  label: ReactNode;
  disabled?: boolean;
  /** One HTML element that passes its pointer and focus events on. */
  children: ReactElement<Record<string, unknown>>;
}

/**
 * Explains its child to a pointer that rests on it, to the keyboard's focus and to a touch. The bubble's
 * code is fetched when somebody first looks, for a table has hundreds of tooltips and hardly one is read.
 */
export function Tooltip({ label, disabled = false, children }: Props) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  const [timer] = useState(() => new TooltipTimer(setOpened));
  useEffect(() => () => timer.close(), [timer]);
  useEffect(() => (opened ? onDismiss(() => timer.close()) : undefined), [opened, timer]);
  if (disabled) return children;

  const look = (element: EventTarget) => {
    if (element instanceof HTMLElement) setTarget(element);
  };
  const handlers = {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      look(currentTarget);
      timer.openSoon();
    },
    // A finger that scrolls is cancelled, and opens nothing.
    onPointerUp: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') return;
      look(currentTarget);
      timer.openNow();
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // A finger leaves when it is lifted: the text stays to be read until the next touch.
      if (pointerType !== 'touch') timer.close();
    },
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (!currentTarget.matches(':focus-visible')) return;
      look(currentTarget);
      timer.openNow();
    },
    onBlur: () => timer.close(),
  };
  return (
    <>
      {cloneElement(children, { ...handlers, 'aria-describedby': opened ? id : undefined })}
      {target && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <TooltipBubble id={id} target={target} opened={opened} label={label} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** Escape, and a press anywhere, take the text away. */
function onDismiss(close: () => void): () => void {
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
  document.addEventListener('keydown', onKey);
  document.addEventListener('pointerdown', close);
  return () => {
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('pointerdown', close);
  };
}
