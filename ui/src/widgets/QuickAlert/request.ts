import type { Ticker } from '~/api/types';
import { createStore } from '~/state/useStore';

/** A press of a ticker's alert button. */
export interface AlertRequest {
  ticker: Ticker;
  /** The element that anchors the form. */
  button: HTMLElement;
}

/** The open form. The shell shows it, so that pages don't load its code before a button is pressed. */
export const quickAlert = createStore<AlertRequest | undefined>(undefined);

export const closeQuickAlert = () => quickAlert.set(undefined);

/** TICK-10: opens a short alert form at a button, or closes it. */
export function toggleQuickAlert(ticker: Ticker, button: HTMLElement): void {
  quickAlert.set(quickAlert.get()?.button === button ? undefined : { ticker, button });
}
