const FIRST_MS = 1000;
const MAX_MS = 30_000;

/**
 * Exponential backoff with full jitter: a random delay below a ceiling that doubles from 1 s to 30 s, so that many tabs do not
 * reconnect to a restarted server at the same time.
 * Source: M. Brooker, 'Exponential Backoff And Jitter', AWS Architecture Blog, 2015.
 */
export class Backoff {
  private attempt = 0;

  constructor(private readonly random: () => number) {}

  /** Returns the next delay in milliseconds. */
  next(): number {
    const ceiling = Math.min(MAX_MS, FIRST_MS * 2 ** this.attempt);
    this.attempt = Math.min(this.attempt + 1, 16);
    return Math.round(this.random() * ceiling);
  }

  reset(): void {
    this.attempt = 0;
  }
}
