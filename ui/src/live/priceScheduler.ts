/**
 * Schedules the rendering of prices. Everything on the page that a tick changes is rendered through here, so that a hundred ticks
 * a second neither block a phone nor drain a battery.
 *
 * 1. Ticks are batched: all that arrive before the next frame are rendered once, in that frame.
 * 2. The time from the first render to the end of the paint is measured, and the next render waits 27 times as long, at most
 *    1.5 s. A fast device renders almost every frame, a slow one a few times a second.
 * 3. A render should take at most 25 ms. If it took longer, the next one includes fewer tickers; the others follow after it.
 * 4. Prices and summaries (a count, a total, a panel computed from a price) alternate, in separate frames.
 * 5. A hidden tab renders nothing until it is visible again, and then everything once. A covered window renders four times a second.
 * 6. Charts get their prices through here too. Their canvas is drawn in the next frame, and its cost is added by `addCost`.
 */

/** Fallback for a window that gets no frames because others cover it. */
const NO_FRAME_MS = 250;

/** The fraction of the time that rendering ticks may take. */
const MAX_LOAD = 1 / 28; // one part rendering, 27 parts waiting
/** Upper limit of the delay between renders, in milliseconds. */
const MAX_DELAY_MS = 1500;
/** Target for one render, in milliseconds: input delayed by 50 ms is noticeable. */
const TARGET_MS = 25;
/** Minimum number of tickers per render. */
const MIN_TICKERS = 8;

/** Renders at most `maxTickers` tickers and returns how many it rendered. */
export type RenderPrices = (maxTickers: number) => number;

type Kind = 'prices' | 'summaries';

/** Computes the delay until the next render and how many tickers it may include (2 and 3 above). */
export class RenderBudget {
  private nextAt = 0;
  /** Tickers per render. Few at first, while their cost is unknown: a new page renders all of them. */
  maxTickers = MIN_TICKERS;

  /** Returns the milliseconds until the next render may start. */
  delay(now: number): number {
    return Math.max(0, this.nextAt - now);
  }

  /** Records that a render took `duration` milliseconds and included `tickers` tickers; 0 for a chart or a summary. */
  spend(duration: number, now: number, tickers = 0): void {
    const from = Math.max(this.nextAt, now);
    this.nextAt = Math.min(from + duration * (1 / MAX_LOAD - 1), now + MAX_DELAY_MS);
    if (tickers === 0) return;
    if (duration > TARGET_MS)
      this.maxTickers = Math.max(MIN_TICKERS, Math.floor((tickers * TARGET_MS) / duration));
    else if (tickers >= this.maxTickers && duration < TARGET_MS / 2) this.maxTickers *= 2;
  }
}

const budget = new RenderBudget();
/** Callbacks for the next render of each kind. */
const waiting: Record<Kind, RenderPrices[]> = { prices: [], summaries: [] };
let lastKind: Kind = 'summaries';
/** True while a render is scheduled or its time is still being measured. */
let isScheduled = false;

/** Calls `render` in the next render of prices. */
export function schedulePrices(render: RenderPrices): void {
  schedule('prices', render);
}

/** Calls `render` in the next render of summaries. */
export function scheduleSummary(render: () => void): void {
  schedule('summaries', () => {
    render();
    return 0;
  });
}

/** Adds `duration` milliseconds spent on a tick outside this scheduler, such as on a canvas: the next render waits accordingly. */
export function addCost(duration: number): void {
  budget.spend(duration, performance.now());
}

function schedule(kind: Kind, render: RenderPrices): void {
  waiting[kind].push(render);
  if (!isScheduled) scheduleNext();
}

function scheduleNext(): void {
  isScheduled = true;
  const delay = budget.delay(performance.now());
  if (delay > 0) setTimeout(requestRender, delay);
  else requestRender();
}

function requestRender(): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    const startedAt = performance.now();
    const tickers = renderNext();
    // A task queued in a frame runs after its layout and paint.
    setTimeout(() => {
      const now = performance.now();
      budget.spend(now - startedAt, now, tickers);
      isScheduled = false;
      if (waiting.prices.length + waiting.summaries.length > 0) scheduleNext();
    });
  };
  requestAnimationFrame(once);
  setTimeout(() => {
    if (!document.hidden) once();
  }, NO_FRAME_MS);
}

/** Renders prices or summaries, whichever is next, and returns how many tickers were included. */
function renderNext(): number {
  const otherKind = lastKind === 'summaries' ? 'prices' : 'summaries';
  lastKind = waiting[otherKind].length > 0 ? otherKind : lastKind;
  const renders = waiting[lastKind];
  waiting[lastKind] = [];
  let tickers = 0;
  for (const render of renders) {
    try {
      tickers += render(budget.maxTickers);
    } catch (cause) {
      // Reports the error as uncaught and continues with the other renders.
      queueMicrotask(() => {
        throw cause;
      });
    }
  }
  return tickers;
}
