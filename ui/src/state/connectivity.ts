import { deviceNow } from './clock';
import { useStore } from './useStore';

/** The state of the connection to the server, and the age of the shown data during an outage. */
export interface Connectivity {
  isReachable: boolean;
  /** Unix milliseconds by the browser's clock; null if the age is unknown. */
  dataAsOf: number | null;
  /** A proxy in front of the server requires sign-in. */
  isSignedOut: boolean;
}

const ONLINE: Connectivity = { isReachable: true, dataAsOf: null, isSignedOut: false };

/** Records the outcome of every API call. */
export class ConnectivityStore {
  private current = ONLINE;
  /** Time of the last response from the server, in Unix milliseconds. */
  private lastResponseAt: number | null = null;
  /** Number of responses that came from the server itself, not from a cache. */
  responses = 0;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly now: () => number) {}

  get = (): Connectivity => this.current;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Records a response from the server itself. */
  recordResponse(): void {
    this.responses += 1;
    this.lastResponseAt = this.now();
    if (!this.current.isReachable || this.current.isSignedOut) this.update(ONLINE);
  }

  /** Records that a cached response was used. The banner shows the age of the oldest. */
  recordCached(cachedAt: number): void {
    const { isReachable, dataAsOf } = this.current;
    const oldest = isReachable ? cachedAt : Math.min(cachedAt, dataAsOf ?? cachedAt);
    if (isReachable || oldest !== dataAsOf)
      this.update({ isReachable: false, dataAsOf: oldest, isSignedOut: false });
  }

  /** Records that no response came. The shown data is as old as the last response. */
  recordFailure(): void {
    if (this.current.isReachable)
      this.update({ isReachable: false, dataAsOf: this.lastResponseAt, isSignedOut: false });
  }

  /** Records a redirect, which a proxy that requires sign-in sends. */
  recordRedirect(): void {
    if (!this.current.isSignedOut) this.update({ isReachable: true, dataAsOf: null, isSignedOut: true });
  }

  private update(next: Connectivity): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

/** The connectivity of this tab. The API client updates it. */
export const connectivity = new ConnectivityStore(deviceNow);

export const useConnectivity = () => useStore(connectivity.subscribe, connectivity.get);
