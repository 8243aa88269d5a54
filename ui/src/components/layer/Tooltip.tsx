import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react';
import { LazyBoundary } from './LazyBoundary';
import { retryingLazy } from './retryingLazy';
import { TooltipTimer } from './tooltipTimer';

const TooltipBubble = retryingLazy(() => import('./TooltipBubble'));

interface Props {
  label: ReactNode;
  disabled?: boolean;
  /** Shows the tooltip only on keyboard focus, because the text is available elsewhere with a pointer. */
  focusOnly?: boolean;
  /** A single HTML element that accepts pointer and focus handlers. */
  children: ReactElement<Record<string, unknown>>;
}

/**
 * A tooltip for hover, keyboard focus and touch. The bubble's code is loaded on first use, because a table has hundreds of
 * tooltips, most of which are never opened.
 */
export function Tooltip({ label, disabled = false, focusOnly = false, children }: Props) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [useCount, setUseCount] = useState(0);
  const [opened, setOpened] = useState(false);
  const [timer] = useState(() => new TooltipTimer(setOpened));
  useEffect(() => () => timer.close(), [timer]);
  useEffect(() => (opened ? onDismiss(() => timer.close()) : undefined), [opened, timer]);
  if (disabled) return children;

  const setTooltipTarget = (element: EventTarget) => {
    if (!(element instanceof HTMLElement)) return;
    setTarget(element);
    setUseCount((count) => count + 1);
  };
  const pointer = {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      setTooltipTarget(currentTarget);
      timer.openSoon();
    },
    // Scrolling by touch fires `pointercancel` instead and opens nothing.
    onPointerUp: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') return;
      setTooltipTarget(currentTarget);
      timer.openNow();
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // Lifting a finger also fires `pointerleave`; the text then stays until the next touch.
      if (pointerType !== 'touch') timer.close();
    },
  };
  const focus = {
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (!currentTarget.matches(':focus-visible')) return;
      setTooltipTarget(currentTarget);
      timer.openNow();
    },
    onBlur: () => timer.close(),
  };
  return (
    <>
      {cloneElement(children, {
        ...withOwnHandlers({ ...focus, ...(!focusOnly && pointer) }, children.props),
        'aria-describedby': opened ? id : children.props['aria-describedby'],
      })}
      {target && (
        <LazyBoundary silent resetKey={useCount}>
          <TooltipBubble id={id} target={target} opened={opened} label={label} />
        </LazyBoundary>
      )}
    </>
  );
}

type Handler = (event: never) => void;

/** Returns handlers that first call the child's own ones. */
function withOwnHandlers<H extends object>(handlers: H, childProps: Record<string, unknown>): H {
  const entries = Object.entries(handlers).map(([name, handler]: [string, Handler]) => {
    const first = childProps[name];
    if (typeof first !== 'function') return [name, handler];
    return [
      name,
      (event: never) => {
        first(event);
        handler(event);
      },
    ];
  });
  return Object.fromEntries(entries) as H;
}

/** Escape or a press anywhere closes the tooltip. */
function onDismiss(close: () => void): () => void {
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
  document.addEventListener('keydown', onKey);
  document.addEventListener('pointerdown', close);
  return () => {
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('pointerdown', close);
  };
}
