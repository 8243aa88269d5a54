const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Exponential back-off with full jitter: a uniformly drawn wait below a ceiling that doubles from
 * 1 s to 30 s, so that many tabs do not return to a restarted server in step.
 * Source: M. Brooker, 'Exponential Backoff And Jitter', AWS Architecture Blog, 2015.
 */
export class Backoff {
  private attempt = 0;

  constructor(private readonly random: () => number) {}

  /** The next wait in milliseconds. */
  next(): number {
    const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.attempt);
    this.attempt = Math.min(this.attempt + 1, 16);
    return Math.round(this.random() * ceiling);
  }

  reset(): void {
    this.attempt = 0;
  }
}
