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
  /** Only for the keyboard: with a pointer the text is available elsewhere. */
  focusOnly?: boolean;
  /** A single HTML element that accepts pointer and focus handlers. */
  children: ReactElement<Record<string, unknown>>;
}

/**
 * A tooltip for hover, keyboard focus and touch. The bubble's code is loaded on first use: a table has hundreds of
 * tooltips and hardly any is read.
 */
export function Tooltip({ label, disabled = false, focusOnly = false, children }: Props) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [looks, setLooks] = useState(0);
  const [opened, setOpened] = useState(false);
  const [timer] = useState(() => new TooltipTimer(setOpened));
  useEffect(() => () => timer.close(), [timer]);
  useEffect(() => (opened ? onDismiss(() => timer.close()) : undefined), [opened, timer]);
  if (disabled) return children;

  const look = (element: EventTarget) => {
    if (!(element instanceof HTMLElement)) return;
    setTarget(element);
    setLooks((before) => before + 1);
  };
  const pointer = {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      look(currentTarget);
      timer.openSoon();
    },
    // A finger that scrolls gets `pointercancel` and opens nothing.
    onPointerUp: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') return;
      look(currentTarget);
      timer.openNow();
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // A lifted finger also fires `pointerleave`: the text stays until the next touch.
      if (pointerType !== 'touch') timer.close();
    },
  };
  const focus = {
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (!currentTarget.matches(':focus-visible')) return;
      look(currentTarget);
      timer.openNow();
    },
    onBlur: () => timer.close(),
  };
  return (
    <>
      {cloneElement(children, {
        ...joined({ ...focus, ...(!focusOnly && pointer) }, children.props),
        'aria-describedby': opened ? id : children.props['aria-describedby'],
      })}
      {target && (
        <LazyBoundary silent renewedBy={looks}>
          <TooltipBubble id={id} target={target} opened={opened} label={label} />
        </LazyBoundary>
      )}
    </>
  );
}

type Handler = (event: never) => void;

/** Runs the child's own handlers first. */
function joined<H extends object>(handlers: H, own: Record<string, unknown>): H {
  const entries = Object.entries(handlers).map(([name, handler]: [string, Handler]) => {
    const first = own[name];
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
