import { type Toast, toast } from './toasts';

type ShowToast = (title: string, message: string, tone?: Toast['tone']) => void;

/** NATV-01: toasts about a lost and a restored network. */
export class NetworkNotice {
  private lastState: boolean | null = null;

  constructor(private readonly show: ShowToast) {}

  /** Shows a toast if the state changed: a phone that switches from Wi-Fi to mobile data reports 'connected' twice. */
  update(connected: boolean): void {
    if (connected === this.lastState) return;
    this.lastState = connected;
    if (connected) this.show('Network Connected', "You're back online.");
    else this.show('Network Connection Lost', 'Please check your connection and try again.', 'destructive');
  }
}

const notice = new NetworkNotice(toast);

/** Reports a network change. The browser's events and the native network plugin share it, so that each change shows one toast. */
export const announceNetwork = (connected: boolean) => notice.update(connected);
