import { drawingTime } from '~/hooks/drawingTime';

/** A window that shows but is not drawn, for it is behind others, goes on after this long. */
const NOT_DRAWN_MS = 250;

/**
 * Runs what draws prices before the browser draws its next picture, or later where the last drawing took long (see `DrawingTime`).
 * It is given how many tickers it may draw and gives how many it drew. A hidden tab draws none: it runs once the tab shows again.
 */
export function requestFrame(run: (most: number) => number): void {
  const wait = drawingTime.wait(performance.now());
  if (wait > 0) setTimeout(() => beforePainting(run), wait);
  else beforePainting(run);
}

function beforePainting(run: (most: number) => number): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    const begun = performance.now();
    const tickers = run(drawingTime.most);
    // A task that is asked for in a frame runs after its layout and painting.
    setTimeout(() => {
      const now = performance.now();
      drawingTime.spend(now - begun, now, tickers);
    });
  };
  requestAnimationFrame(once);
  setTimeout(() => {
    if (!document.hidden) once();
  }, NOT_DRAWN_MS);
}
