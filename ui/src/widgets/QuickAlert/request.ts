import type { Ticker } from '~/api/types';

/** A press of a ticker's alert button. */
export interface AlertRequest {
  ticker: Ticker;
  /** The element that anchors the form. */
  button: HTMLElement;
}

let request: AlertRequest | undefined;
const listeners = new Set<() => void>();

function set(next: AlertRequest | undefined): void {
  request = next;
  for (const listener of listeners) listener();
}

/** TICK-10: opens a short alert form at a button, or closes it. */
export function toggleQuickAlert(ticker: Ticker, button: HTMLElement): void {
  set(request?.button === button ? undefined : { ticker, button });
}

/** The open form. The shell shows it, so that pages don't load its code before a button is pressed. */
export const quickAlert = {
  get: () => request,
  close: () => set(undefined),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
