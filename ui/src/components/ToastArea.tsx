import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { DISPLAY_MS, dismissToast, type Toast, type ToastAction, useToasts } from '~/state/toasts';
import { Icon } from './Icon';
import classes from './ToastArea.module.css';
import { ToastText } from './ToastText';

/** TOAST-02. */
const SWIPE_PX = 50;

/** Shows toasts. F8 moves the focus here; a toast doesn't expire while it is focused or hovered. */
export function ToastArea() {
  const [newest] = useToasts();
  const shown = newest?.dismissedAt === null ? newest : undefined;
  const area = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState(false);
  // A removed toast loses the focus without a blur event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every new toast
  useEffect(() => setFocused(area.current?.contains(document.activeElement) ?? false), [newest?.id]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'F8' && area.current?.focus();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const calm = shown?.tone === 'default';
  const card = shown && <Card key={shown.id} toast={shown} focused={focused} />;
  return (
    <section
      ref={area}
      className={classes.area}
      data-print="hide"
      tabIndex={-1}
      aria-label="Notifications (F8)"
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {/* The live region exists before its text: screen readers announce only what is added to it. */}
      <div role="status">{calm && card}</div>
      {!calm && card}
    </section>
  );
}

function Card({ toast, focused }: { toast: Toast; focused: boolean }) {
  const [hovered, setHovered] = useState(false);
  const isPaused = focused || hovered;
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
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
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
  const act = () => {
    dismissToast(id);
    run();
  };
  return (
    <button type="button" className={classes.action} onClick={act}>
      {label}
    </button>
  );
}

/** Follows a drag to the right; calls `onDone` beyond the threshold. */
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
