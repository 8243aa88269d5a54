/**
 * Runs a callback in its own task after the next paint; at once in a hidden tab, which doesn't paint. Returns a
 * function that cancels it.
 */
export function afterPaint(run: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    task = setTimeout(run);
  };
  // A task queued in an animation frame runs after the paint.
  const frame = document.hidden ? undefined : requestAnimationFrame(ask);
  if (frame === undefined) ask();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}
