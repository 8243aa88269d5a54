import { type Toast, toast } from './toasts';

type ShowToast = (title: string, message: string, tone?: Toast['tone']) => void;

/** NATV-01: toasts about a lost and a restored network. */
export class NetworkNotice {
  private known: boolean | null = null;

  constructor(private readonly show: ShowToast) {}

  /** Shows a toast for a change. A phone that switches from Wi-Fi to mobile data reports 'connected' twice. */
  update(connected: boolean): void {
    if (connected === this.known) return;
    this.known = connected;
    if (connected) this.show('Network Connected', "You're back online.");
    else this.show('Network Connection Lost', 'Please check your connection and try again.', 'destructive');
  }
}

const notice = new NetworkNotice(toast);

/** Shared by the browser's events and the native network plugin, so that each change is shown once. */
export const announceNetwork = (connected: boolean) => notice.update(connected);
