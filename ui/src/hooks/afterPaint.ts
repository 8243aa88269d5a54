/**
 * Runs a callback in its own task after the next paint, or immediately in a hidden tab, which doesn't paint. Returns a
 * function that cancels it.
 */
export function afterPaint(run: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const queueTask = () => {
    task = setTimeout(run);
  };
  // A task queued in an animation frame runs after the paint.
  const frame = document.hidden ? undefined : requestAnimationFrame(queueTask);
  if (frame === undefined) queueTask();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}
