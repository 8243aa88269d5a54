import { useSyncExternalStore } from 'react';

/** Whether the server answers, and from when the data is that shows while it does not. */
export interface Reach {
  reached: boolean;
  /** Milliseconds of the browser's clock; null when nothing that shows has a known age. */
  dataFrom: number | null;
}

/** Learns from every call to the server how it went. */
export class ReachStore {
  private current: Reach = { reached: true, dataFrom: null };
  private lastFresh: number | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly now: () => number) {}

  get = (): Reach => this.current;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The server itself answered. */
  answered(): void {
    this.lastFresh = this.now();
    if (!this.current.reached) this.update({ reached: true, dataFrom: null });
  }

  /** An answer kept in the browser stood in. The banner names the oldest of them. */
  stoodIn(keptAt: number): void {
    const { reached, dataFrom } = this.current;
    const oldest = reached ? keptAt : Math.min(keptAt, dataFrom ?? keptAt);
    if (reached || oldest !== dataFrom) this.update({ reached: false, dataFrom: oldest });
  }

  /** Nobody answered. What shows already is as old as the last answer. */
  failed(): void {
    if (this.current.reached) this.update({ reached: false, dataFrom: this.lastFresh });
  }

  private update(next: Reach): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

/** The tab's own; the API client reports to it. */
export const reach = new ReachStore(() => Date.now());

export const useReach = () => useSyncExternalStore(reach.subscribe, reach.get);
