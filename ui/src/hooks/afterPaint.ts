/** Runs something in a task of its own, after what stands in the document by now was painted; a hidden tab paints nothing. Gives what undoes it. */
export function afterPaint(run: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    task = setTimeout(run);
  };
  // A task that is asked for in a frame runs after its painting.
  const frame = document.hidden ? undefined : requestAnimationFrame(ask);
  if (frame === undefined) ask();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}
