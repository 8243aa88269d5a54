import type { Ticker } from '~/api/types';
import type { PastQuote, ShownQuote } from './merge';
import type { RenderPrices } from './priceScheduler';

/** The store's dependencies; tests pass fakes. */
export interface StoreDependencies {
  /** Sets the tickers that the connection subscribes to. */
  setSubscriptions: (tickerIds: ReadonlySet<number>) => void;
  /** Calls back when prices may be rendered (`priceScheduler.ts`). */
  schedulePrices: (render: RenderPrices) => void;
}

/** A ticker without a known price at the time of a replay. */
const UNKNOWN_PAST: PastQuote = { change24h: null, extended: null, isPast: true };

/**
 * Stores the newest live quotes and their subscribers. Listeners are called when prices are rendered (`priceScheduler.ts`), once for all
 * ticks since the last render.
 */
export class QuoteStore {
  private readonly quotes = new Map<number, Ticker>();
  private readonly listeners = new Map<number, Set<() => void>>();
  private readonly watchers = new Set<() => void>();
  private readonly changed = new Set<number>();
  private past: ReadonlyMap<number, PastQuote> | null = null;
  private isRenderScheduled = false;
  private isSyncScheduled = false;

  constructor(private readonly dependencies: StoreDependencies) {}

  /**
   * Adds a listener for a ticker and returns a function that removes it. The first listener of a ticker subscribes to it at the server;
   * removing the last one unsubscribes.
   */
  subscribe(tickerId: number, onChange: () => void): () => void {
    // Creates a new function, because the same callback may be added twice.
    const listener = () => onChange();
    const listeners = this.listeners.get(tickerId) ?? new Set();
    this.listeners.set(tickerId, listeners.add(listener));
    this.scheduleSync();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(tickerId) === listeners) this.listeners.delete(tickerId);
      this.scheduleSync();
    };
  }

  /** Returns the newest live state of a ticker, from this connection or an earlier one. */
  newest(tickerId: number): Ticker | undefined {
    return this.quotes.get(tickerId);
  }

  /** Returns the quote of a ticker to show: the newest one, or during a replay an earlier one. */
  get(tickerId: number): ShownQuote | undefined {
    return this.past ? (this.past.get(tickerId) ?? UNKNOWN_PAST) : this.newest(tickerId);
  }

  /** Shows the quotes of an earlier time, by ticker id, in place of the newest ones; null shows the newest again. */
  showPast(past: ReadonlyMap<number, PastQuote> | null): void {
    this.past = past;
    // Renders at once, unlike ticks, because the user waits for these prices.
    for (const listener of [...this.listeners.values()].flatMap((each) => [...each])) listener();
  }

  /** The shown tickers, without stocks that the server does not follow: their ids are below 1. */
  get subscribedIds(): ReadonlySet<number> {
    return new Set([...this.listeners.keys()].filter((id) => id > 0));
  }

  /** Calls `onChange` when another ticker is shown and after prices were rendered, for components that summarize all prices. */
  readonly watch = (onChange: () => void): (() => void) => {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  };

  /** Stores a received ticker, even if its time is earlier than the stored one's: the server's clock may have been set back. */
  receive(ticker: Ticker): void {
    this.quotes.set(ticker.id, ticker);
    this.changed.add(ticker.id);
    this.scheduleRender();
  }

  /** Calls all listeners, so that they recompute `stale` and `session` from the clock. */
  refreshAll(): void {
    for (const id of this.listeners.keys()) this.changed.add(id);
    this.scheduleRender();
  }

  private scheduleRender(): void {
    if (this.isRenderScheduled || this.changed.size === 0) return;
    this.isRenderScheduled = true;
    this.dependencies.schedulePrices((maxTickers) => {
      this.isRenderScheduled = false;
      const due = new Set<() => void>();
      let tickers = 0;
      for (const id of this.changed) {
        if (tickers >= maxTickers) break;
        this.changed.delete(id);
        const listeners = this.listeners.get(id);
        if (!listeners) continue;
        for (const listener of listeners) due.add(listener);
        tickers += 1;
      }
      for (const listener of due) listener();
      for (const watcher of this.watchers) watcher();
      // Tickers over the limit follow in the next render, with their newest state.
      this.scheduleRender();
      return tickers;
    });
  }

  private scheduleSync(): void {
    if (this.isSyncScheduled) return;
    this.isSyncScheduled = true;
    // Waits for the end of a page change, which removes and adds many tickers at once, so that only the difference is sent.
    queueMicrotask(() => {
      this.isSyncScheduled = false;
      this.dependencies.setSubscriptions(this.subscribedIds);
      for (const watcher of this.watchers) watcher();
    });
  }
}
