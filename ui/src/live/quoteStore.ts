import type { Ticker } from '~/api/types';
import type { Draw } from './priceScheduler';

/** What the store needs from its surroundings; a test hands in its own. */
export interface StoreParts {
  /** Tells the connection which tickers are wanted by now. */
  want: (tickerIds: ReadonlySet<number>) => void;
  /** Calls back when prices may be drawn, with how many tickers at most, and hears how many were (`priceScheduler.ts`). */
  schedulePrices: (draw: Draw) => void;
}

/**
 * The newest quotes heard live, and who shows them. Listeners are called when prices are drawn
 * (`priceScheduler.ts`), once for all that came since the last drawing.
 */
export class QuoteStore {
  private readonly quotes = new Map<number, Ticker>();
  private readonly listeners = new Map<number, Set<() => void>>();
  private readonly watchers = new Set<() => void>();
  private readonly changed = new Set<number>();
  private isDrawingPlanned = false;
  private syncPlanned = false;

  constructor(private readonly parts: StoreParts) {}

  /** Registers for a ticker; the first registration subscribes, the last one's undo unsubscribes. */
  subscribe(tickerId: number, onChange: () => void): () => void {
    // Its own function for each registration: the same callback may register twice.
    const listener = () => onChange();
    const listeners = this.listeners.get(tickerId) ?? new Set();
    this.listeners.set(tickerId, listeners.add(listener));
    this.planSync();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(tickerId) === listeners) this.listeners.delete(tickerId);
      this.planSync();
    };
  }

  /** The newest state of a ticker heard on this connection or an earlier one. */
  get(tickerId: number): Ticker | undefined {
    return this.quotes.get(tickerId);
  }

  get wanted(): ReadonlySet<number> {
    return new Set(this.listeners.keys());
  }

  /** Calls back when another ticker is shown, and after prices were drawn: what is said of all prices changes with both. */
  readonly watch = (onChange: () => void): (() => void) => {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  };

  /** Takes a ticker that was heard. A server's last word counts, also after its clock was set back. */
  receive(ticker: Ticker): void {
    this.quotes.set(ticker.id, ticker);
    this.changed.add(ticker.id);
    this.planDrawing();
  }

  /** The clock went on: what depends on it (stale, session) is read again by all. */
  renewAll(): void {
    for (const id of this.listeners.keys()) this.changed.add(id);
    this.planDrawing();
  }

  private planDrawing(): void {
    if (this.isDrawingPlanned || this.changed.size === 0) return;
    this.isDrawingPlanned = true;
    this.parts.schedulePrices((most) => {
      this.isDrawingPlanned = false;
      const due = new Set<() => void>();
      let tickers = 0;
      for (const id of this.changed) {
        if (tickers >= most) break;
        this.changed.delete(id);
        const listeners = this.listeners.get(id);
        if (!listeners) continue;
        for (const listener of listeners) due.add(listener);
        tickers += 1;
      }
      for (const listener of due) listener();
      for (const watcher of this.watchers) watcher();
      // Those whose turn it was not, as new as they are by then.
      this.planDrawing();
      return tickers;
    });
  }

  private planSync(): void {
    if (this.syncPlanned) return;
    this.syncPlanned = true;
    // A page change drops and takes many tickers at once: only the difference is sent.
    queueMicrotask(() => {
      this.syncPlanned = false;
      this.parts.want(this.wanted);
      for (const watcher of this.watchers) watcher();
    });
  }
}
