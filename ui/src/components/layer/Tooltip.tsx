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
  /** For the keyboard alone: a pointer finds the text elsewhere. */
  focusOnly?: boolean;
  /** One HTML element that passes its pointer and focus events on. */
  children: ReactElement<Record<string, unknown>>;
}

/**
 * Explains its child to a pointer that rests on it, to the keyboard's focus and to a touch. The bubble's
 * code is fetched when somebody first looks, for a table has hundreds of tooltips and hardly one is read.
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

/** The child's own handlers stay, and run first. */
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
