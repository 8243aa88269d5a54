import { useStore } from './useStore';

/** Whether the server responds, and how old the shown data is while it does not. */
export interface Connectivity {
  reachable: boolean;
  /** Unix milliseconds by the browser's clock; null if the age is unknown. */
  dataAsOf: number | null;
  /** A proxy in front of the server requires sign-in. */
  signedOut: boolean;
}

const ONLINE: Connectivity = { reachable: true, dataAsOf: null, signedOut: false };

/** Records the outcome of every API call. */
export class ConnectivityStore {
  private current = ONLINE;
  private lastFresh: number | null = null;
  /** Number of calls that the server itself answered. */
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

  /** A cached response was used. The banner shows the age of the oldest. */
  servedFromCache(cachedAt: number): void {
    const { reachable, dataAsOf } = this.current;
    const oldest = reachable ? cachedAt : Math.min(cachedAt, dataAsOf ?? cachedAt);
    if (reachable || oldest !== dataAsOf)
      this.update({ reachable: false, dataAsOf: oldest, signedOut: false });
  }

  /** No response. The shown data is as old as the last response. */
  failed(): void {
    if (this.current.reachable) this.update({ reachable: false, dataAsOf: this.lastFresh, signedOut: false });
  }

  /** The response was redirected, as by a proxy that requires sign-in. */
  redirected(): void {
    if (!this.current.signedOut) this.update({ reachable: true, dataAsOf: null, signedOut: true });
  }

  private update(next: Connectivity): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

/** The tab's store; the API client reports to it. */
export const connectivity = new ConnectivityStore(() => Date.now());

export const useConnectivity = () => useStore(connectivity.subscribe, connectivity.get);
