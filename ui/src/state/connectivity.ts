import { useStore } from './useStore';

/** Whether the server answers, and from when the data is that shows while it does not. */
export interface Connectivity {
  reachable: boolean;
  /** Milliseconds of the browser's clock; null when nothing that shows has a known age. */
  dataAsOf: number | null;
  /** A proxy before the server wants somebody to sign in. */
  signedOut: boolean;
}

const ONLINE: Connectivity = { reachable: true, dataAsOf: null, signedOut: false };

/** Learns from every call to the server how it went. */
export class ConnectivityStore {
  private current = ONLINE;
  private lastFresh: number | null = null;
  /** How many calls the server itself has answered. */
  answers = 0;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly now: () => number) {}

  get = (): Connectivity => this.current;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The server itself answered. */
  answered(): void {
    this.answers += 1;
    this.lastFresh = this.now();
    if (!this.current.reachable || this.current.signedOut) this.update(ONLINE);
  }

  /** An answer kept in the browser stood in. The banner names the oldest of them. */
  servedFromCache(cachedAt: number): void {
    const { reachable, dataAsOf } = this.current;
    const oldest = reachable ? cachedAt : Math.min(cachedAt, dataAsOf ?? cachedAt);
    if (reachable || oldest !== dataAsOf)
      this.update({ reachable: false, dataAsOf: oldest, signedOut: false });
  }

  /** Nobody answered. What shows already is as old as the last answer. */
  failed(): void {
    if (this.current.reachable) this.update({ reachable: false, dataAsOf: this.lastFresh, signedOut: false });
  }

  /** Something before the server answered with another address, as a proxy does that wants a sign-in. */
  redirected(): void {
    if (!this.current.signedOut) this.update({ reachable: true, dataAsOf: null, signedOut: true });
  }

  private update(next: Connectivity): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

/** The tab's own; the API client reports to it. */
export const connectivity = new ConnectivityStore(() => Date.now());

export const useConnectivity = () => useStore(connectivity.subscribe, connectivity.get);
