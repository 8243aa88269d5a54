/** Those who wait, in the order in which they came; undefined while nobody has begun in this task. */
let waiting: (() => void)[] | undefined;

/**
 * Reads that are asked for at once begin in tasks of their own: a page asks for a dozen when it comes, and to begin one takes a
 * slow phone two milliseconds. The first begins without waiting, and all do in a hidden tab, which may run one task a minute.
 */
export function turnToBegin(): Promise<void> | undefined {
  if (isHidden()) return;
  if (waiting) return new Promise((begin) => waiting?.push(begin));
  waiting = [];
  setTimeout(beginNext);
}

function beginNext(): void {
  const begins = waiting?.splice(0, isHidden() ? waiting.length : 1) ?? [];
  if (begins.length > 0) setTimeout(beginNext);
  else waiting = undefined;
  for (const begin of begins) begin();
}

/** A worker and a test have no document. */
const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;
