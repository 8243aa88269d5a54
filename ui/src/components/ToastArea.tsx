import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { DISPLAY_MS, dismissToast, type Toast, type ToastAction, useToasts } from '~/state/toasts';
import { Icon } from './Icon';
import classes from './ToastArea.module.css';
import { ToastText } from './ToastText';

/** TOAST-02: distance of a swipe that dismisses a toast. */
const SWIPE_PX = 50;

/** Shows toasts. F8 moves focus here; a toast doesn't expire while it is focused or hovered. */
export function ToastArea() {
  const [newest] = useToasts();
  const visibleToast = newest?.dismissedAt === null ? newest : undefined;
  const area = useRef<HTMLElement>(null);
  const [isFocused, setIsFocused] = useState(false);
  // Removing a focused toast fires no blur event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every new toast
  useEffect(() => setIsFocused(area.current?.contains(document.activeElement) ?? false), [newest?.id]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'F8' && area.current?.focus();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const isStatus = visibleToast?.tone === 'default';
  const card = visibleToast && <Card key={visibleToast.id} toast={visibleToast} isFocused={isFocused} />;
  return (
    <section
      ref={area}
      className={classes.area}
      data-print="hide"
      tabIndex={-1}
      aria-label="Notifications (F8)"
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      {/* The live region is always rendered, because screen readers announce only text that is added to an existing one. */}
      <div role="status">{isStatus && card}</div>
      {!isStatus && card}
    </section>
  );
}

function Card({ toast, isFocused }: { toast: Toast; isFocused: boolean }) {
  const [isHovered, setIsHovered] = useState(false);
  const isPaused = isFocused || isHovered;
  const swipe = useSwipeRight(() => dismissToast(toast.id));
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [isPaused, toast]);
  return (
    <div
      role={toast.tone === 'destructive' ? 'alert' : undefined}
      className={classes.card}
      data-tone={toast.tone}
      style={{ transform: `translateX(${swipe.distance}px)` }}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      {...swipe.handlers}
    >
      <div className={classes.text}>
        <ToastText toast={toast} />
      </div>
      {toast.action && <Action id={toast.id} {...toast.action} />}
      <button type="button" aria-label="Dismiss notification" onClick={() => dismissToast(toast.id)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

function Action({ id, label, run }: ToastAction & { id: number }) {
  const onClick = () => {
    dismissToast(id);
    run();
  };
  return (
    <button type="button" className={classes.action} onClick={onClick}>
      {label}
    </button>
  );
}

/** Handles a swipe to the right; calls `onDone` if it is longer than `SWIPE_PX`. */
function useSwipeRight(onDone: () => void) {
  const start = useRef<number | null>(null);
  const [distance, setDistance] = useState(0);
  const release = () => {
    start.current = null;
    setDistance(0);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if ((event.target as HTMLElement).closest('button')) return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current !== null) setDistance(Math.max(0, event.clientX - start.current));
    },
    onPointerUp: () => {
      if (distance > SWIPE_PX) onDone();
      release();
    },
    onPointerCancel: release,
  };
  return { distance, handlers };
}
