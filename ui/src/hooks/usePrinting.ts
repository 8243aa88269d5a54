import { useSyncExternalStore } from 'react';

/** True between `beforeprint` and `afterprint`. */
let isPrintEvent = false;

/** Returns true while the page is being printed. Printing uses a white background in both color schemes. */
export const isPrinting = (): boolean => isPrintEvent || window.matchMedia('print').matches;

function subscribe(listener: () => void): () => void {
  const printMedia = window.matchMedia('print');
  const onStart = () => {
    isPrintEvent = true;
    listener();
  };
  const onEnd = () => {
    isPrintEvent = false;
    listener();
  };
  window.addEventListener('beforeprint', onStart);
  window.addEventListener('afterprint', onEnd);
  printMedia.addEventListener('change', listener);
  return () => {
    window.removeEventListener('beforeprint', onStart);
    window.removeEventListener('afterprint', onEnd);
    printMedia.removeEventListener('change', listener);
  };
}

export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting, isPrinting);
