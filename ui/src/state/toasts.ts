import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  title: string;
  message?: string;
  /** 'destructive' tells of something that failed, or was lost. */
  tone: 'default' | 'destructive';
  /** Something that can still be done about it: 'Undo'. */
  action?: ToastAction;
  /** When it left the screen, in milliseconds of the clock given to the store; null while shown. */
  dismissedAt: number | null;
}

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Clock {
  now: () => number;
  setTimeout: (run: () => void, ms: number) => unknown;
}

/** TOAST-01. */
export const SHOWN_MS = 5000;
/** TOAST-03: the notification centre keeps a dismissed toast this long. */
export const KEPT_MS = 1_000_000;

/** At most one toast on the screen: a new one takes the place of the old. */
export class ToastStore {
  private toasts: readonly Toast[] = [];
  private nextId = 1;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly clock: Clock) {}

  /** Newest first: the shown toast, if any, then the dismissed ones still kept. */
  list = (): readonly Toast[] => this.toasts;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  show(title: string, message?: string, tone: Toast['tone'] = 'default', action?: ToastAction): number {
    const shown = this.toasts[0];
    if (shown && shown.dismissedAt === null) this.dismiss(shown.id);
    const toast: Toast = {
      id: this.nextId++,
      title,
      tone,
      dismissedAt: null,
      ...(message && { message }),
      ...(action && { action }),
    };
    this.update([toast, ...this.toasts]);
    return toast.id;
  }

  dismiss(id: number): void {
    const found = this.toasts.find((toast) => toast.id === id);
    if (!found || found.dismissedAt !== null) return;
    const dismissed = { ...found, dismissedAt: this.clock.now() };
    this.update(this.toasts.map((toast) => (toast === found ? dismissed : toast)));
    this.clock.setTimeout(() => this.update(this.toasts.filter((toast) => toast.id !== id)), KEPT_MS);
  }

  private update(toasts: readonly Toast[]): void {
    this.toasts = toasts;
    for (const listener of this.listeners) listener();
  }
}

const store = new ToastStore({ now: () => Date.now(), setTimeout: (run, ms) => setTimeout(run, ms) });

/** Says something to the user: `toast('Alert created', 'Your alert has been created successfully')`. */
export function toast(title: string, message?: string, tone?: Toast['tone'], action?: ToastAction): void {
  store.show(title, message, tone, action);
}

export const dismissToast = (id: number) => store.dismiss(id);

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(store.subscribe, store.list);
}
