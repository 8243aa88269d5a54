import { drawingTime } from '~/hooks/drawingTime';

/** A window that shows but is not drawn, for it is behind others, goes on after this long. */
const NOT_DRAWN_MS = 250;

/** Is given how many tickers it may draw and gives how many it drew. */
export type Run = (most: number) => number;

/** What is drawn in a picture of its own, so that none takes long. */
type Part = 'prices' | 'sums';

/** What is drawn in the next picture of each part. */
const waiting: Record<Part, Run[]> = { prices: [], sums: [] };
/** Which of the two was drawn last: they take turns. */
let last: Part = 'sums';
/** Whether a picture is planned, or is being drawn: how long it takes is not known yet. */
let isPlanned = false;

/**
 * Runs what draws prices before the browser draws its next picture, or later where the last drawing took long (see `DrawingTime`).
 * What is asked for meanwhile is drawn in the same picture, and what is asked for by a drawing in the one after its wait. A hidden tab
 * draws nothing: it runs once the tab shows again.
 */
export function requestFrame(run: Run): void {
  ask('prices', run);
}

/** The same for what sums up prices, in pictures that take turns with those of the prices. */
export function requestSum(run: () => void): void {
  ask('sums', () => {
    run();
    return 0;
  });
}

function ask(part: Part, run: Run): void {
  waiting[part].push(run);
  if (!isPlanned) plan();
}

function plan(): void {
  isPlanned = true;
  const wait = drawingTime.wait(performance.now());
  if (wait > 0) setTimeout(beforePainting, wait);
  else beforePainting();
}

function beforePainting(): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    const begun = performance.now();
    const tickers = draw();
    // A task that is asked for in a frame runs after its layout and painting.
    setTimeout(() => {
      const now = performance.now();
      drawingTime.spend(now - begun, now, tickers);
      isPlanned = false;
      if (waiting.prices.length + waiting.sums.length > 0) plan();
    });
  };
  requestAnimationFrame(once);
  setTimeout(() => {
    if (!document.hidden) once();
  }, NOT_DRAWN_MS);
}

/** Draws the part whose turn it is, and gives how many tickers that were. */
function draw(): number {
  const other = last === 'sums' ? 'prices' : 'sums';
  last = waiting[other].length > 0 ? other : last;
  const runs = waiting[last];
  waiting[last] = [];
  let tickers = 0;
  for (const run of runs) {
    try {
      tickers += run(drawingTime.most);
    } catch (cause) {
      // It is told as what nobody caught, and stops no other.
      queueMicrotask(() => {
        throw cause;
      });
    }
  }
  return tickers;
}
