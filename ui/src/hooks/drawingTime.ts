/** Of the time, what the drawing of prices that tick may take: the rest is for what a person does, and for the battery. */
const SHARE = 1 / 28;
/** A wait is no longer than this, in milliseconds, however long the last drawing took. */
const LONGEST_WAIT = 1500;
/** What one drawing should take at most, in milliseconds: an answer to a person that comes 50 ms later is felt. */
const LONGEST_DRAWING = 25;
/** So many tickers are drawn at once at least: the rest of a picture may take longer than they do. */
const FEWEST = 8;

/**
 * How long prices wait for their next drawing (27 times as long as the last one took) and how many of them are drawn at once.
 * A fast device draws all of them nearly at once, a slow one some of them a few times a second, and stays quick to answer.
 */
export class DrawingTime {
  private free = 0;
  /** Tickers that are drawn at once: few at first, for nobody knows yet how long that takes, and a page begins with all of them. */
  most = FEWEST;

  /** Until something may be drawn again, in milliseconds. */
  wait(now: number): number {
    return Math.max(0, this.free - now);
  }

  /** Something was drawn for ticks, which took so many milliseconds; for so many `tickers`, where it was their turn. */
  spend(took: number, now: number, tickers = 0): void {
    const from = Math.max(this.free, now);
    this.free = Math.min(from + took * (1 / SHARE - 1), now + LONGEST_WAIT);
    if (tickers === 0) return;
    if (took > LONGEST_DRAWING) this.most = Math.max(FEWEST, Math.floor((tickers * LONGEST_DRAWING) / took));
    else if (tickers >= this.most && took < LONGEST_DRAWING / 2) this.most *= 2;
  }
}

/** Of everything that is drawn for prices on this page. */
export const drawingTime = new DrawingTime();
