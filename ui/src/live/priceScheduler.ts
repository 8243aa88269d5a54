/**
 * When prices are drawn. Everything on the page that a tick changes is drawn through here, so that a hundred ticks a second keep
 * neither a phone from answering nor a fan running.
 *
 * 1. Ticks are collected. What asks before the next frame is drawn in that frame: a burst of ticks is one render.
 * 2. A drawing is measured from its first render to the end of its painting, and the next one waits 27 times as long, at most
 *    1.5 s. So a fast device draws nearly every frame, a slow one a few times a second.
 * 3. A drawing takes 25 ms at most: where it took longer, the next one draws fewer tickers, and the others have their turn after it.
 * 4. Prices and summaries (a count, a total, a panel worked out of a price) are drawn in turns, in frames of their own.
 * 5. A hidden tab draws nothing, and all of it once when it shows again. A window behind others draws four times a second.
 * 6. A chart hears of a price here like everything else. Its canvas is drawn in the frame after that, and counts what it cost (`countDrawing`).
 */

/** A window that is visible but gets no frames, for it is behind others, draws after this long. */
const NO_FRAME_MS = 250;

/** The share of the time that drawing ticks may take: the rest is for what a person does, and for the battery. */
const SHARE = 1 / 28; // a drawing and a wait 27 times as long
/** No wait is longer, in milliseconds, however long the last drawing took. */
const LONGEST_WAIT = 1500;
/** What one drawing should take at most, in milliseconds: an answer to a person that comes 50 ms later is felt. */
const LONGEST_DRAWING = 25;
/** At least so many tickers are drawn at once. */
const FEWEST = 8;

/** Draws at most so many tickers and returns how many it drew. */
export type Draw = (mostTickers: number) => number;

type Kind = 'prices' | 'summaries';

/** How long prices wait for their next drawing, and how many tickers it may draw (2 and 3 above). */
export class DrawingBudget {
  private free = 0;
  /** Tickers that one drawing may draw. Few at first: how long they take is not known yet, and a page begins with all of them. */
  mostTickers = FEWEST;

  /** Milliseconds until the next drawing may begin. */
  wait(now: number): number {
    return Math.max(0, this.free - now);
  }

  /** Records that a render took `took` milliseconds and included `tickers` tickers; 0 for a chart or a summary. */
  spend(took: number, now: number, tickers = 0): void {
    const from = Math.max(this.free, now);
    this.free = Math.min(from + took * (1 / SHARE - 1), now + LONGEST_WAIT);
    if (tickers === 0) return;
    if (took > LONGEST_DRAWING)
      this.mostTickers = Math.max(FEWEST, Math.floor((tickers * LONGEST_DRAWING) / took));
    else if (tickers >= this.mostTickers && took < LONGEST_DRAWING / 2) this.mostTickers *= 2;
  }
}

const budget = new DrawingBudget();
/** What the next drawing of each kind is made of. */
const waiting: Record<Kind, Draw[]> = { prices: [], summaries: [] };
let last: Kind = 'summaries';
/** Whether a drawing is planned, or its time is still being measured. */
let isPlanned = false;

/** Calls back in the next drawing of prices. */
export function schedulePrices(draw: Draw): void {
  schedule('prices', draw);
}

/** Calls back in the next drawing of summaries. */
export function scheduleSummary(draw: () => void): void {
  schedule('summaries', () => {
    draw();
    return 0;
  });
}

/** Counts `took` milliseconds that were spent on a tick outside of the drawings here: the next one waits for it. */
export function countDrawing(took: number): void {
  budget.spend(took, performance.now());
}

function schedule(kind: Kind, draw: Draw): void {
  waiting[kind].push(draw);
  if (!isPlanned) plan();
}

function plan(): void {
  isPlanned = true;
  const wait = budget.wait(performance.now());
  if (wait > 0) setTimeout(requestDrawing, wait);
  else requestDrawing();
}

function requestDrawing(): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    const begun = performance.now();
    const tickers = draw();
    // A task that is asked for in a frame runs after its layout and painting.
    setTimeout(() => {
      const now = performance.now();
      budget.spend(now - begun, now, tickers);
      isPlanned = false;
      if (waiting.prices.length + waiting.summaries.length > 0) plan();
    });
  };
  requestAnimationFrame(once);
  setTimeout(() => {
    if (!document.hidden) once();
  }, NO_FRAME_MS);
}

/** Draws the kind whose turn it is and returns how many tickers that were. */
function draw(): number {
  const other = last === 'summaries' ? 'prices' : 'summaries';
  last = waiting[other].length > 0 ? other : last;
  const draws = waiting[last];
  waiting[last] = [];
  let tickers = 0;
  for (const each of draws) {
    try {
      tickers += each(budget.mostTickers);
    } catch (cause) {
      // Reported as uncaught; the others are drawn all the same.
      queueMicrotask(() => {
        throw cause;
      });
    }
  }
  return tickers;
}
