import { useStore } from './useStore';

export interface Toast {
  id: number;
  title: string;
  /** In the order they came; several where more of the same came while it was shown. */
  messages: readonly string[];
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
/** And so many of them at most: a page that stays open for months does not grow. */
export const KEPT_COUNT = 50;

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
    const { shown } = this;
    const messages = message ? [message] : [];
    const isRepeated = shown?.title === title && shown.messages.join() === messages.join();
    if (shown && isRepeated) this.update(this.toasts.slice(1));
    else if (shown) this.dismiss(shown.id);
    const toast: Toast = {
      id: this.nextId++,
      title,
      messages,
      tone,
      dismissedAt: null,
      ...(action && { action }),
    };
    this.update([toast, ...this.toasts]);
    return toast.id;
  }

  /** Says something of which much may come at once: what comes while the first is shown joins it. */
  join(title: string, message: string): void {
    const { shown } = this;
    if (shown?.title !== title) this.show(title, message);
    else if (!shown.messages.includes(message)) {
      const longer = { ...shown, messages: [...shown.messages, message] };
      this.update([longer, ...this.toasts.slice(1)]);
    }
  }

  dismiss(id: number): void {
    const found = this.toasts.find((toast) => toast.id === id);
    if (!found || found.dismissedAt !== null) return;
    const dismissed = { ...found, dismissedAt: this.clock.now() };
    this.update(this.toasts.map((toast) => (toast === found ? dismissed : toast)));
    this.clock.setTimeout(() => this.update(this.toasts.filter((toast) => toast.id !== id)), KEPT_MS);
  }

  private get shown(): Toast | undefined {
    const newest = this.toasts[0];
    return newest?.dismissedAt === null ? newest : undefined;
  }

  private update(toasts: readonly Toast[]): void {
    this.toasts = toasts.slice(0, KEPT_COUNT);
    for (const listener of this.listeners) listener();
  }
}

const store = new ToastStore({ now: () => Date.now(), setTimeout: (run, ms) => setTimeout(run, ms) });

/** Says something to the user: `toast('Alert created', 'Your alert has been created successfully')`. */
export function toast(title: string, message?: string, tone?: Toast['tone'], action?: ToastAction): void {
  store.show(title, message, tone, action);
}

/** Says something of which much may come at once, such as alerts: one toast says it all. */
export const joinToast = (title: string, message: string) => store.join(title, message);

export const dismissToast = (id: number) => store.dismiss(id);

export function useToasts(): readonly Toast[] {
  return useStore(store.subscribe, store.list);
}
