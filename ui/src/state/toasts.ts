import { deviceNow } from './clock';
import { useStore } from './useStore';

export interface Toast {
  id: number;
  title: string;
  /** In order of arrival. `group` adds more while the toast is shown. */
  messages: readonly string[];
  /** 'destructive' for failures and deletions. */
  tone: 'default' | 'destructive';
  /** A button such as 'Undo'. */
  action?: ToastAction;
  /** When it was dismissed, in milliseconds of the store's clock; null while shown. */
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

/** TOAST-01: how long a toast is shown. */
export const DISPLAY_MS = 5000;
/** TOAST-03: how long the notification center keeps a dismissed toast. */
export const RETENTION_MS = 1_000_000;
/** Maximum number of stored toasts, because pages may stay open for months. */
export const MAX_TOASTS = 50;

/** Stores the shown toast and the dismissed ones. At most one toast is shown: a new one replaces it. */
export class ToastStore {
  private toasts: readonly Toast[] = [];
  private nextId = 1;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly clock: Clock) {}

  /** Newest first: the shown toast, if any, then the dismissed ones. */
  list = (): readonly Toast[] => this.toasts;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  show(
    title: string,
    message: string | readonly string[] = [],
    tone: Toast['tone'] = 'default',
    action?: ToastAction,
  ): number {
    const { shown } = this;
    const messages = [message].flat().filter(Boolean);
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

  /** Shows a toast, or adds the message to the shown one if it has the same title. */
  group(title: string, message: string): void {
    const { shown } = this;
    if (shown?.title !== title) this.show(title, message);
    else if (!shown.messages.includes(message)) {
      const extended = { ...shown, messages: [...shown.messages, message] };
      this.update([extended, ...this.toasts.slice(1)]);
    }
  }

  dismiss(id: number): void {
    const target = this.toasts.find((toast) => toast.id === id);
    if (!target || target.dismissedAt !== null) return;
    const dismissed = { ...target, dismissedAt: this.clock.now() };
    this.update(this.toasts.map((toast) => (toast === target ? dismissed : toast)));
    this.clock.setTimeout(() => this.update(this.toasts.filter((toast) => toast.id !== id)), RETENTION_MS);
  }

  private get shown(): Toast | undefined {
    const newest = this.toasts[0];
    return newest?.dismissedAt === null ? newest : undefined;
  }

  private update(toasts: readonly Toast[]): void {
    this.toasts = toasts.slice(0, MAX_TOASTS);
    for (const listener of this.listeners) listener();
  }
}

const store = new ToastStore({ now: deviceNow, setTimeout: (run, ms) => setTimeout(run, ms) });

/** Shows a toast: `toast('Alert created', 'Your alert has been created successfully')`. */
export function toast(
  title: string,
  message?: string | readonly string[],
  tone?: Toast['tone'],
  action?: ToastAction,
): void {
  store.show(title, message, tone, action);
}

/** Shows a message in the same toast as the shown one with that title, for messages that may arrive in bursts, such as alerts. */
export const groupToast = (title: string, message: string) => store.group(title, message);

export const dismissToast = (id: number) => store.dismiss(id);

export function useToasts(): readonly Toast[] {
  return useStore(store.subscribe, store.list);
}
