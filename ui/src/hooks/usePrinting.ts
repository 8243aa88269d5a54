import { useSyncExternalStore } from 'react';

/** True between `beforeprint` and `afterprint`. */
let isAsked = false;

/** Returns true while the page is being printed, on white paper whatever the color scheme. */
export const isPrinting = (): boolean => isAsked || window.matchMedia('print').matches;

function subscribe(listener: () => void): () => void {
  const paper = window.matchMedia('print');
  const began = () => {
    isAsked = true;
    listener();
  };
  const ended = () => {
    isAsked = false;
    listener();
  };
  window.addEventListener('beforeprint', began);
  window.addEventListener('afterprint', ended);
  paper.addEventListener('change', listener);
  return () => {
    window.removeEventListener('beforeprint', began);
    window.removeEventListener('afterprint', ended);
    paper.removeEventListener('change', listener);
  };
}

export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting, isPrinting);
