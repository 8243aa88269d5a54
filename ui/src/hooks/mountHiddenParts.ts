import { whenIdle } from './idle';

/**
 * A reader who neither scrolls nor uses keys, as with a screen reader, gets the whole page after this time, in
 * milliseconds.
 */
const MAX_WAIT_MS = 10_000;

const waiting = new Set<() => void>();
let needsAll = false;
let isListening = false;

/** Mounts one part at a time, so that the browser can respond to input in between. */
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

/** Returns true for keys that move through the page or search it. */
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

/** Returns true if pages mount completely from the start: the user has tabbed through or searched one. */
export const isAllShown = (): boolean => needsAll;

/**
 * Mounts an off-screen part of the page when all of it is needed: at a key that moves through or searches the page,
 * before printing, and after some seconds at the latest. Returns a function that cancels it.
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
