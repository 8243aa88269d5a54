/** A window that shows but is not drawn, for it is behind others, goes on after this long. */
const NOT_DRAWN_MS = 250;

/** Runs before the browser draws its next picture. A hidden tab draws none: it runs once the tab shows again. */
export function requestFrame(run: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    run();
  };
  requestAnimationFrame(once);
  setTimeout(() => {
    if (!document.hidden) once();
  }, NOT_DRAWN_MS);
}
