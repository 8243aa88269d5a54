import { useCallback, useSyncExternalStore } from 'react';

/**
 * The only place that reads the device's clock.
 *
 * 1. `serverNow` is the time for everything about the market, `deviceNow` for what happens on this device.
 * 2. `onTick` calls all listeners with the same interval at once, when the clock reaches a multiple of the interval: two ages on a page
 *    never disagree, and a text changes when the minute does.
 * 3. A hidden tab has no ticks. When it is shown again, overdue listeners are called once.
 */

/**
 * The server's time minus this device's, in milliseconds. They differ if the device's clock is wrong, or if a sample market runs at
 * another time.
 */
let offset = 0;

/** Sets the server's time, from a response that just arrived. `time` is in Unix milliseconds. */
export function setServerTime(time: number): void {
  offset = time - deviceNow();
}

/** Returns the server's time in Unix milliseconds; the device's time until the server's is known. */
export const serverNow = (): number => deviceNow() + offset;

/** Returns the server's time minus this device's, in milliseconds. */
export const serverOffset = (): number => offset;

/** Returns the time of this device in Unix milliseconds. */
export const deviceNow = (): number => Date.now();

class Ticker {
  /** The time of the last tick, or when the first listener was added. */
  now = deviceNow();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly interval: number) {}

  add(listener: () => void): () => void {
    if (this.listeners.size === 0) {
      // A ticker stops without listeners, so its time may be out of date.
      if (this.isOverdue()) this.now = deviceNow();
      document.addEventListener('visibilitychange', this.onVisibility);
    }
    this.listeners.add(listener);
    this.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.stop();
      document.removeEventListener('visibilitychange', this.onVisibility);
    };
  }

  private readonly onVisibility = (): void => {
    if (document.hidden) this.stop();
    else if (this.isOverdue()) this.tick();
    else this.start();
  };

  private readonly tick = (): void => {
    this.stop();
    this.now = deviceNow();
    this.start();
    for (const listener of [...this.listeners]) listener();
  };

  /** Returns true if a multiple of the interval has passed since the last tick. */
  private isOverdue(): boolean {
    return Math.floor(deviceNow() / this.interval) !== Math.floor(this.now / this.interval);
  }

  private start(): void {
    if (document.hidden) return;
    this.timer ??= setTimeout(this.tick, this.interval - (deviceNow() % this.interval));
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

/** Tickers by interval in milliseconds. */
const tickers = new Map<number, Ticker>();

function tickerOf(interval: number): Ticker {
  const ticker = tickers.get(interval) ?? new Ticker(interval);
  tickers.set(interval, ticker);
  return ticker;
}

/** Calls a listener at every multiple of `interval` milliseconds while the tab is visible. Returns a function that stops it. */
export const onTick = (interval: number, listener: () => void): (() => void) =>
  tickerOf(interval).add(listener);

/** Returns the time of this device in Unix milliseconds, updated at every multiple of `interval` milliseconds. */
export function useNow(interval: number): number {
  const subscribe = useCallback((listener: () => void) => onTick(interval, listener), [interval]);
  const get = () => tickerOf(interval).now;
  return useSyncExternalStore(subscribe, get, get);
}
