import { whenIdle } from './idle';

/** Who reads without scrolling, by a search in the page or with a screen reader, finds all of it after this long, in milliseconds. */
const LATEST_MS = 10_000;

const waiting = new Set<() => void>();
let isListening = false;

/** Parts are shown one after another, so that the browser answers to a person between them. */
function showNext(): void {
  const [next] = waiting;
  if (!next) return;
  waiting.delete(next);
  next();
  whenIdle(showNext);
}

function showAll(): void {
  for (const show of waiting) show();
  waiting.clear();
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  // The keyboard goes through the whole page, and so does the browser's own search.
  window.addEventListener('keydown', showAll);
  window.addEventListener('beforeprint', showAll);
}

/**
 * Shows a part of the page that is out of view where somebody needs all of it: at a key, before it is printed, and at the latest
 * some seconds after it came. Gives what takes it back.
 */
export function shownWithoutScrolling(show: () => void): () => void {
  listen();
  waiting.add(show);
  const timer = setTimeout(() => whenIdle(showNext), LATEST_MS);
  return () => {
    clearTimeout(timer);
    waiting.delete(show);
  };
}
