import { whenIdle } from './idle';

/**
 * Time after which hidden parts are mounted without scrolling or keys, for example for users of a screen reader.
 */
const MAX_WAIT_MS = 10_000;

const pendingMounts = new Set<() => void>();
let needsAll = false;
let isListening = false;

/** Mounts one part at a time, so that the browser can respond to input in between. */
function mountNext(): void {
  const [next] = pendingMounts;
  if (!next) return;
  pendingMounts.delete(next);
  next();
  whenIdle(mountNext);
}

function mountAll(): void {
  for (const mount of pendingMounts) mount();
  pendingMounts.clear();
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

/** Returns true if pages mount completely from the start, because the user tabbed through or searched a page before. */
export const isAllShown = (): boolean => needsAll;

/**
 * Mounts an off-screen part of the page when all of it is needed: at a key that moves through or searches the page,
 * before printing, and after some seconds at the latest. Returns a function that cancels it.
 */
export function mountHiddenParts(mount: () => void): () => void {
  listen();
  pendingMounts.add(mount);
  const timer = setTimeout(() => whenIdle(mountNext), MAX_WAIT_MS);
  return () => {
    clearTimeout(timer);
    pendingMounts.delete(mount);
  };
}
