import type { AlertReport, Ticker } from '~/api/types';
import { Backoff } from './backoff';
import { type LiveStatus, MESSAGES } from './status';

/** What the feed needs from its surroundings; a test hands in its own. */
export interface LiveFeedParts {
  url: string;
  open: (url: string) => WebSocket;
  setTimeout: (run: () => void, ms: number) => number;
  clearTimeout: (timer: number) => void;
  /** In [0, 1). */
  random: () => number;
  log: (message: string, cause?: unknown) => void;
}

/** LIVE-03: the second message follows this long after the first. */
const STILL_DOWN_MS = 5000;
/** Nothing heard for this long: ask for a snapshot, and give the answer a while to come. */
const QUIET_MS = 45_000;
const ANSWER_MS = 10_000;

/**
 * The one live connection of a tab (LIVE-04). Components register for tickers; the feed tells the
 * server only what changed, reconnects by itself, and subscribes again after it did.
 */
export class LiveFeed {
  private socket: WebSocket | null = null;
  private readonly wanted = new Map<number, Set<() => void>>();
  private readonly sent = new Set<number>();
  private readonly quotes = new Map<number, Ticker>();
  private readonly watchers = new Set<() => void>();
  private readonly readers = new Set<(report: AlertReport) => void>();
  private readonly backoff: Backoff;
  private current: LiveStatus = { state: 'connecting', message: null };
  private flushPlanned = false;
  private retryTimer: number | null = null;
  private stillDownTimer: number | null = null;
  private quietTimer: number | null = null;

  constructor(private readonly parts: LiveFeedParts) {
    this.backoff = new Backoff(parts.random);
  }

  /** Registers for a ticker's updates; the first registration also subscribes. Returns the undo. */
  subscribe(tickerId: number, onChange: () => void): () => void {
    // Its own function for each registration: the same callback may register twice.
    const listener = () => onChange();
    const listeners = this.wanted.get(tickerId) ?? new Set();
    this.wanted.set(tickerId, listeners.add(listener));
    this.planFlush();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.wanted.get(tickerId) === listeners) this.wanted.delete(tickerId);
      this.planFlush();
    };
  }

  /** The newest state of a ticker heard on this connection or an earlier one. */
  quote(tickerId: number): Ticker | undefined {
    return this.quotes.get(tickerId);
  }

  status(): LiveStatus {
    return this.current;
  }

  watchStatus(onChange: () => void): () => void {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  }

  /** Hears of every alert that fires, on pages without any ticker too. Returns the undo. */
  onAlert(reader: (report: AlertReport) => void): () => void {
    this.readers.add(reader);
    this.planFlush();
    return () => this.readers.delete(reader);
  }

  /** Whether anybody would hear what the server says. */
  private get hasListeners(): boolean {
    return this.wanted.size > 0 || this.readers.size > 0;
  }

  /** The network is back or the page is in view again: try now instead of after the back-off. */
  wake(): void {
    if (this.socket || !this.hasListeners) return;
    this.cancel('retryTimer');
    this.connect();
  }

  private planFlush(): void {
    if (this.flushPlanned) return;
    this.flushPlanned = true;
    // A page change drops and takes many tickers at once: one flush sends only the difference.
    queueMicrotask(() => {
      this.flushPlanned = false;
      this.flush();
    });
  }

  private flush(): void {
    if (!this.socket) {
      if (this.hasListeners && this.retryTimer === null) this.connect();
      return;
    }
    if (this.socket.readyState !== 1) return;
    for (const id of this.sent) if (!this.wanted.has(id)) this.tell('unsubscribe', id);
    for (const id of this.wanted.keys()) if (!this.sent.has(id)) this.tell('subscribe', id);
  }

  private tell(type: 'subscribe' | 'unsubscribe', tickerId: number): void {
    this.socket?.send(JSON.stringify({ type, tickerId }));
    if (type === 'subscribe') this.sent.add(tickerId);
    else this.sent.delete(tickerId);
  }

  private connect(): void {
    const socket = this.parts.open(this.parts.url);
    this.socket = socket;
    this.sent.clear();
    socket.onopen = () => this.onOpen();
    socket.onmessage = (event) => this.onMessage(event.data);
    socket.onerror = () => this.onError();
    socket.onclose = (event) => this.onClose(socket, event.wasClean);
  }

  private onOpen(): void {
    this.backoff.reset();
    this.cancel('stillDownTimer');
    this.setStatus({ state: 'connected', message: null });
    this.flush();
    this.listenForQuiet();
  }

  /**
   * A browser reports both a failed attempt and a connection that broke as an error, then a close.
   * Only the first is news here: what broke is told by its close, and during an outage that
   * message stays until 'Reconnecting...' follows it.
   */
  private onError(): void {
    if (this.current.state === 'connecting') this.setStatus({ state: 'error', message: MESSAGES.error });
  }

  private onMessage(data: unknown): void {
    this.listenForQuiet();
    let ticker: Ticker;
    try {
      const message = JSON.parse(String(data));
      if (message.type === 'alert_fired') {
        for (const reader of this.readers) reader(message.data);
        return;
      }
      if (message.type !== 'ticker_update') return;
      ticker = message.data;
      if (typeof ticker.id !== 'number') throw new TypeError('a ticker update without an id');
    } catch (cause) {
      this.parts.log('Live message that cannot be read', cause); // LIVE-02
      return;
    }
    this.quotes.set(ticker.id, ticker);
    for (const listener of this.wanted.get(ticker.id) ?? []) listener();
  }

  private onClose(socket: WebSocket, wasClean: boolean): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.cancel('quietTimer');
    // An outage is told once: what a failed attempt during it reports must not take back what is
    // said by then. (A browser reports a failed first attempt as error, then close.)
    const told = this.stillDownTimer !== null || this.current.state === 'error';
    if (!told) this.setStatus({ state: 'closed', message: wasClean ? null : MESSAGES.closed });
    this.stillDownTimer ??= this.parts.setTimeout(() => {
      this.setStatus({ state: this.current.state, message: MESSAGES.reconnecting });
    }, STILL_DOWN_MS);
    if (!this.hasListeners) return;
    this.retryTimer = this.parts.setTimeout(() => {
      this.retryTimer = null;
      this.connect();
    }, this.backoff.next());
  }

  /** A sleeping laptop or a dead Wi-Fi leaves a socket that looks open: notice the silence. */
  private listenForQuiet(): void {
    this.cancel('quietTimer');
    this.quietTimer = this.parts.setTimeout(() => this.probe(), QUIET_MS);
  }

  /** A subscription is answered with a snapshot, also when no market moves. */
  private probe(): void {
    const [id] = this.sent;
    if (id === undefined) {
      this.listenForQuiet();
      return;
    }
    this.tell('unsubscribe', id);
    this.tell('subscribe', id);
    this.quietTimer = this.parts.setTimeout(() => {
      const dead = this.socket;
      if (!dead) return;
      dead.close();
      this.onClose(dead, false);
    }, ANSWER_MS);
  }

  private cancel(timer: 'retryTimer' | 'stillDownTimer' | 'quietTimer'): void {
    const running = this[timer];
    if (running !== null) this.parts.clearTimeout(running);
    this[timer] = null;
  }

  private setStatus(next: LiveStatus): void {
    if (next.state === this.current.state && next.message === this.current.message) return;
    this.current = next;
    for (const watcher of this.watchers) watcher();
  }
}
