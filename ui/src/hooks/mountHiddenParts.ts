import { whenIdle } from './idle';

/** Who reads without scrolling or keys, as with a screen reader, finds all of a page after this long, in milliseconds. */
const MAX_WAIT_MS = 10_000;

const waiting = new Set<() => void>();
let needsAll = false;
let isListening = false;

/** Parts are shown one after another, so that the browser answers to a person between them. */
function mountNext(): void {
  const [next] = waiting;
  if (!next) return;
  waiting.delete(next);
  next();
  whenIdle(mountNext);
}

function mountAll(): void {
  for (const mount of waiting) mount();
  waiting.clear();
}

/** Goes through what can be reached, or searches the page. */
const needsAllParts = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Tab' || key === 'F3' || ((ctrlKey || metaKey) && /^[fg]$/i.test(key));

function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('keydown', (event) => {
    if (!needsAllParts(event)) return;
    needsAll = true;
    mountAll();
  });
  window.addEventListener('beforeprint', mountAll);
}

/** Whether pages are shown as a whole from the start: their reader has gone through one by keys, or searched it. */
export const isAllShown = (): boolean => needsAll;

/**
 * Shows a part of the page that is out of view where somebody needs all of it: at a key that goes through the page or searches it,
 * before it is printed, and at the latest some seconds after it came. Gives what takes it back.
 */
export function mountHiddenParts(mount: () => void): () => void {
  listen();
  waiting.add(mount);
  const timer = setTimeout(() => whenIdle(mountNext), MAX_WAIT_MS);
  return () => {
    clearTimeout(timer);
    waiting.delete(mount);
  };
}
