import { Backoff } from './backoff';
import { type ClientMessage, parseMessage, type ServerMessage } from './messages';
import { type LiveStatus, MESSAGES } from './status';

/** The connection's dependencies; tests pass their own. */
export interface ConnectionParts {
  url: string;
  open: (url: string) => WebSocket;
  setTimeout: (run: () => void, ms: number) => number;
  clearTimeout: (timer: number) => void;
  /** In [0, 1). */
  random: () => number;
  log: (message: string, cause?: unknown) => void;
}

/** LIVE-03: delay between the first message about an outage and the second. */
const STILL_DOWN_MS = 5000;
/** Limit for the handshake. The browser's own limit is minutes. */
const CONNECT_TIMEOUT_MS = 10_000;
/** After this long without a message, a ping checks that the server is still there. */
const PING_AFTER_MS = 45_000;
const PONG_TIMEOUT_MS = 10_000;
/** Pong limit after the page became visible or the network changed, when a dead connection must be noticed soon. */
const WAKE_TIMEOUT_MS = 3000;

type TimerName = 'retry' | 'stillDown' | 'silence' | 'answer';

/**
 * The single WebSocket connection of a tab (LIVE-04). Connects while there are listeners, sends only changes of the
 * subscriptions, detects a connection that died silently, and reconnects automatically.
 */
export class LiveConnection {
  private socket: WebSocket | null = null;
  private wanted: ReadonlySet<number> = new Set();
  private hasListeners = false;
  private readonly subscribed = new Set<number>();
  private readonly statusListeners = new Set<() => void>();
  private readonly messageListeners = new Set<(message: ServerMessage) => void>();
  private readonly backoff: Backoff;
  private readonly timers = new Map<TimerName, number>();
  private isOutage = false;
  private refused: ReadonlySet<number> = new Set();
  private current: LiveStatus = { state: 'connecting', message: null, refused: this.refused };

  constructor(private readonly parts: ConnectionParts) {
    this.backoff = new Backoff(parts.random);
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
   * Sets the tickers to subscribe to. Without listeners a lost connection is not reopened.
   */
  want(tickerIds: ReadonlySet<number>, hasListeners: boolean): void {
    this.wanted = tickerIds;
    this.hasListeners = hasListeners;
    if (this.socket) this.sendSubscriptions();
    else if (hasListeners && !this.timers.has('retry')) this.connect();
  }

  /**
   * Call when the network is back or the page is visible again. Retries a lost connection now instead of after the backoff. An
   * open or opening connection must answer within a short time: after sleep or a change of networks it may be dead.
   */
  wake(): void {
    if (!this.hasListeners) return;
    if (!this.socket) {
      this.cancel('retry');
      this.connect();
    } else if (this.isOpen) this.ping(WAKE_TIMEOUT_MS);
    else this.expectAnswer(WAKE_TIMEOUT_MS);
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === 1;
  }

  private connect(): void {
    const socket = this.parts.open(this.parts.url);
    this.socket = socket;
    this.subscribed.clear();
    this.refused = new Set();
    socket.onopen = () => this.handleOpen();
    socket.onmessage = (event) => this.handleMessage(event.data);
    socket.onerror = () => this.handleError();
    socket.onclose = (event) => this.handleClose(socket, event.wasClean);
    this.expectAnswer(CONNECT_TIMEOUT_MS);
  }

  private sendSubscriptions(): void {
    if (!this.isOpen) return;
    let isRoom = false;
    for (const id of this.subscribed) {
      if (this.wanted.has(id)) continue;
      this.subscribed.delete(id);
      this.send({ type: 'unsubscribe', tickerId: id });
      isRoom = true;
    }
    const { wanted } = this;
    // Refused tickers are requested again as soon as another subscription ends.
    this.setRefused(isRoom ? [] : [...this.refused].filter((id) => wanted.has(id)));
    for (const id of wanted) {
      if (this.subscribed.has(id) || this.refused.has(id)) continue;
      this.subscribed.add(id);
      this.send({ type: 'subscribe', tickerId: id });
    }
  }

  private setRefused(ids: readonly number[]): void {
    if (ids.length === this.refused.size) return;
    this.refused = new Set(ids);
    this.setStatus(this.current);
  }

  private send(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private handleOpen(): void {
    this.backoff.reset();
    this.isOutage = false;
    this.cancel('stillDown');
    this.setStatus({ state: 'connected', message: null });
    // A server that does not know this message sends each ticker separately.
    this.send({ type: 'batch' });
    this.sendSubscriptions();
    this.listenForSilence();
  }

  /**
   * Browsers report both a failed attempt and a broken connection as an error, then a close. Only a failed attempt is handled
   * here: the close handles a broken connection, whose message stays until 'Reconnecting...' replaces it.
   */
  private handleError(): void {
    if (this.current.state === 'connecting') this.setStatus({ state: 'error', message: MESSAGES.error });
  }

  private handleMessage(data: unknown): void {
    this.listenForSilence();
    let message: ServerMessage | undefined;
    try {
      message = parseMessage(data);
    } catch (cause) {
      this.parts.log('Invalid live message', cause); // LIVE-02
    }
    if (!message) return;
    if (message.type === 'subscription_limit') this.refuse(message.tickerId);
    for (const listener of this.messageListeners) listener(message);
  }

  private refuse(id: number): void {
    this.subscribed.delete(id);
    if (this.wanted.has(id)) this.setRefused([...new Set([...this.refused, id])]);
  }

  private handleClose(socket: WebSocket, wasClean: boolean): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.cancel('silence');
    this.cancel('answer');
    // An outage is announced once: failed attempts during it must not replace the message shown by then.
    if (!this.isOutage) {
      this.isOutage = true;
      if (this.current.state !== 'error')
        this.setStatus({ state: 'closed', message: wasClean ? null : MESSAGES.closed });
      this.after('stillDown', STILL_DOWN_MS, () => {
        this.setStatus({ state: this.current.state, message: MESSAGES.reconnecting });
      });
    }
    if (this.hasListeners) this.after('retry', this.backoff.next(), () => this.connect());
  }

  /** After sleep or a Wi-Fi failure a socket still looks open: silence is the only sign. */
  private listenForSilence(): void {
    this.cancel('answer');
    this.after('silence', PING_AFTER_MS, () => this.ping(PONG_TIMEOUT_MS));
  }

  private ping(timeout: number): void {
    this.cancel('silence');
    this.send({ type: 'ping' });
    this.expectAnswer(timeout);
  }

  /** Closes the connection unless it opens or a message arrives in time. */
  private expectAnswer(timeout: number): void {
    this.after('answer', timeout, () => {
      const dead = this.socket;
      if (!dead) return;
      if (!this.isOpen) this.handleError();
      dead.close();
      this.handleClose(dead, false);
    });
  }

  private after(name: TimerName, ms: number, run: () => void): void {
    this.cancel(name);
    const timer = this.parts.setTimeout(() => {
      this.timers.delete(name);
      run();
    }, ms);
    this.timers.set(name, timer);
  }

  private cancel(name: TimerName): void {
    const timer = this.timers.get(name);
    if (timer !== undefined) this.parts.clearTimeout(timer);
    this.timers.delete(name);
  }

  private setStatus({ state, message }: Omit<LiveStatus, 'refused'>): void {
    const { current, refused } = this;
    if (state === current.state && message === current.message && refused === current.refused) return;
    this.current = { state, message, refused };
    for (const listener of this.statusListeners) listener();
  }
}
