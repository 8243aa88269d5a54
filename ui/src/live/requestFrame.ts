import { drawingTime } from '~/hooks/drawingTime';

/** A window that shows but is not drawn, for it is behind others, goes on after this long. */
const NOT_DRAWN_MS = 250;

/** Is given how many tickers it may draw and gives how many it drew; null where its drawing says nothing of tickers. */
export type Run = (most: number) => number | null;

/** What is drawn in the next frame that is due. */
let waiting: Run[] = [];
/** Whether a frame is planned, or is being drawn: how long it takes is not known yet. */
let isPlanned = false;

/**
 * Runs what draws prices before the browser draws its next picture, or later where the last drawing took long (see `DrawingTime`).
 * What is asked for meanwhile is drawn in the same picture, and what is asked for by a drawing in the one after its wait. A hidden tab
 * draws nothing: it runs once the tab shows again.
 */
export function requestFrame(run: Run): void {
  waiting.push(run);
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
    const runs = waiting;
    waiting = [];
    const drawn = runs.map((run) => run(drawingTime.most));
    // A task that is asked for in a frame runs after its layout and painting.
    setTimeout(() => {
      const now = performance.now();
      const tickers = drawn.includes(null) ? 0 : drawn.reduce<number>((sum, each) => sum + (each ?? 0), 0);
      drawingTime.spend(now - begun, now, tickers);
      isPlanned = false;
      if (waiting.length > 0) plan();
    });
  };
  requestAnimationFrame(once);
  setTimeout(() => {
    if (!document.hidden) once();
  }, NOT_DRAWN_MS);
}
