import { Backoff } from './backoff';
import { type ClientMessage, parseMessage, type ServerMessage } from './messages';
import { type LiveStatus, MESSAGES } from './status';

/** The connection's dependencies; tests pass fakes. */
export interface ConnectionDependencies {
  url: string;
  open: (url: string) => WebSocket;
  setTimeout: (run: () => void, ms: number) => number;
  clearTimeout: (timer: number) => void;
  /** Returns a number in [0, 1). */
  random: () => number;
  log: (message: string, cause?: unknown) => void;
}

/** LIVE-03: delay between the first and the second message about an outage. */
const STILL_DOWN_MS = 5000;
/** Time limit for the handshake. The browser's own limit is several minutes. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Time without a message after which a ping checks that the server still responds. */
const PING_AFTER_MS = 45_000;
const PONG_TIMEOUT_MS = 10_000;
/** Time limit for the pong after the page became visible or the network changed, when a dead connection must be noticed soon. */
const WAKE_TIMEOUT_MS = 3000;

type TimerName = 'reconnect' | 'stillDown' | 'silence' | 'response';

/**
 * The single WebSocket connection of a tab (LIVE-04). Connects while there are listeners, sends only changes of the
 * subscriptions, detects a connection that died silently, and reconnects automatically.
 */
export class LiveConnection {
  private socket: WebSocket | null = null;
  private tickerIds: ReadonlySet<number> = new Set();
  private hasListeners = false;
  private readonly subscribed = new Set<number>();
  private readonly statusListeners = new Set<() => void>();
  private readonly messageListeners = new Set<(message: ServerMessage) => void>();
  private readonly backoff: Backoff;
  private readonly timers = new Map<TimerName, number>();
  private isOutage = false;
  private rejected: ReadonlySet<number> = new Set();
  private current: LiveStatus = { state: 'connecting', message: null, rejected: this.rejected };

  constructor(private readonly dependencies: ConnectionDependencies) {
    this.backoff = new Backoff(dependencies.random);
  }

  status = (): LiveStatus => this.current;

  /** Calls `onChange` after each change of the status. Returns a function that unsubscribes. */
  watchStatus = (onChange: () => void): (() => void) => {
    this.statusListeners.add(onChange);
    return () => this.statusListeners.delete(onChange);
  };

  /** Calls `listener` with each message of the server. Returns a function that unsubscribes. */
  onMessage(listener: (message: ServerMessage) => void): () => void {
    this.messageListeners.add(listener);
    return () => this.messageListeners.delete(listener);
  }

  /**
   * Sets the tickers to subscribe to. A lost connection is reopened only if `hasListeners` is true.
   */
  setSubscriptions(tickerIds: ReadonlySet<number>, hasListeners: boolean): void {
    this.tickerIds = tickerIds;
    this.hasListeners = hasListeners;
    if (this.socket) this.sendSubscriptions();
    else if (hasListeners && !this.timers.has('reconnect')) this.connect();
  }

  /**
   * Must be called when the network is back or the page is visible again. Reopens a lost connection without waiting for the backoff.
   * An open or opening connection must respond within a short time, because it may be dead after sleep or a change of networks.
   */
  wake(): void {
    if (!this.hasListeners) return;
    if (!this.socket) {
      this.cancelTimer('reconnect');
      this.connect();
    } else if (this.isOpen) this.ping(WAKE_TIMEOUT_MS);
    else this.expectResponse(WAKE_TIMEOUT_MS);
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === 1;
  }

  private connect(): void {
    const socket = this.dependencies.open(this.dependencies.url);
    this.socket = socket;
    this.subscribed.clear();
    this.rejected = new Set();
    socket.onopen = () => this.handleOpen();
    socket.onmessage = (event) => this.handleMessage(event.data);
    socket.onerror = () => this.handleError();
    socket.onclose = (event) => this.handleClose(socket, event.wasClean);
    this.expectResponse(CONNECT_TIMEOUT_MS);
  }

  private sendSubscriptions(): void {
    if (!this.isOpen) return;
    let hasFreeSlot = false;
    for (const id of this.subscribed) {
      if (this.tickerIds.has(id)) continue;
      this.subscribed.delete(id);
      this.send({ type: 'unsubscribe', tickerId: id });
      hasFreeSlot = true;
    }
    const { tickerIds } = this;
    // Rejected tickers are requested again as soon as another subscription ends.
    this.setRejected(hasFreeSlot ? [] : [...this.rejected].filter((id) => tickerIds.has(id)));
    for (const id of tickerIds) {
      if (this.subscribed.has(id) || this.rejected.has(id)) continue;
      this.subscribed.add(id);
      this.send({ type: 'subscribe', tickerId: id });
    }
  }

  private setRejected(ids: readonly number[]): void {
    if (ids.length === this.rejected.size) return;
    this.rejected = new Set(ids);
    this.setStatus(this.current);
  }

  private send(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private handleOpen(): void {
    this.backoff.reset();
    this.isOutage = false;
    this.cancelTimer('stillDown');
    this.setStatus({ state: 'connected', message: null });
    // Older servers don't know this message and send each ticker separately.
    this.send({ type: 'batch' });
    this.sendSubscriptions();
    this.restartSilenceTimer();
  }

  /**
   * Handles a failed attempt. Browsers report both a failed attempt and a broken connection as an error followed by a close;
   * `handleClose` handles a broken connection.
   */
  private handleError(): void {
    if (this.current.state === 'connecting') this.setStatus({ state: 'error', message: MESSAGES.error });
  }

  private handleMessage(data: unknown): void {
    this.restartSilenceTimer();
    let message: ServerMessage | undefined;
    try {
      message = parseMessage(data);
    } catch (cause) {
      this.dependencies.log('live: invalid message', cause); // LIVE-02
    }
    if (!message) return;
    if (message.type === 'subscription_limit') this.reject(message.tickerId);
    for (const listener of this.messageListeners) listener(message);
  }

  private reject(id: number): void {
    this.subscribed.delete(id);
    if (this.tickerIds.has(id)) this.setRejected([...new Set([...this.rejected, id])]);
  }

  private handleClose(socket: WebSocket, wasClean: boolean): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.cancelTimer('silence');
    this.cancelTimer('response');
    // Announces an outage only once: failed attempts during the outage must not replace its message.
    if (!this.isOutage) {
      this.isOutage = true;
      if (this.current.state !== 'error')
        this.setStatus({ state: 'closed', message: wasClean ? null : MESSAGES.closed });
      this.startTimer('stillDown', STILL_DOWN_MS, () => {
        this.setStatus({ state: this.current.state, message: MESSAGES.reconnecting });
      });
    }
    if (this.hasListeners) this.scheduleReconnect();
  }

  private scheduleReconnect(): void {
    this.startTimer('reconnect', this.backoff.next(), () => this.connect());
  }

  /** Pings the server after a time of silence. After sleep or a Wi-Fi failure a dead socket still looks open. */
  private restartSilenceTimer(): void {
    this.cancelTimer('response');
    this.startTimer('silence', PING_AFTER_MS, () => this.ping(PONG_TIMEOUT_MS));
  }

  private ping(timeout: number): void {
    this.cancelTimer('silence');
    this.send({ type: 'ping' });
    this.expectResponse(timeout);
  }

  /** Closes the connection unless it opens or a message arrives in time. */
  private expectResponse(timeout: number): void {
    this.startTimer('response', timeout, () => {
      const socket = this.socket;
      if (!socket) return;
      if (!this.isOpen) this.handleError();
      socket.close();
      this.handleClose(socket, false);
    });
  }

  private startTimer(name: TimerName, ms: number, run: () => void): void {
    this.cancelTimer(name);
    const timer = this.dependencies.setTimeout(() => {
      this.timers.delete(name);
      run();
    }, ms);
    this.timers.set(name, timer);
  }

  private cancelTimer(name: TimerName): void {
    const timer = this.timers.get(name);
    if (timer !== undefined) this.dependencies.clearTimeout(timer);
    this.timers.delete(name);
  }

  private setStatus({ state, message }: Omit<LiveStatus, 'rejected'>): void {
    const { current, rejected } = this;
    if (state === current.state && message === current.message && rejected === current.rejected) return;
    this.current = { state, message, rejected };
    for (const listener of this.statusListeners) listener();
  }
}
