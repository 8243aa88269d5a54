import { type Toast, toast } from './toasts';

type Say = (title: string, message: string, tone?: Toast['tone']) => void;

/** NATV-01: what the user reads when the network is lost and when it is back. */
export class NetworkNotice {
  private known: boolean | null = null;

  constructor(private readonly say: Say) {}

  /** Tells a change once: a phone that goes from Wi-Fi to mobile data reports 'connected' twice. */
  tell(connected: boolean): void {
    if (connected === this.known) return;
    this.known = connected;
    if (connected) this.say('Network Connected', "You're back online.");
    else this.say('Network Connection Lost', 'Please check your connection and try again.', 'destructive');
  }
}

const notice = new NetworkNotice(toast);

/** The one voice for both the browser's events and the native network plugin. */
export const announceNetwork = (connected: boolean) => notice.tell(connected);
