import { useSyncExternalStore } from 'react';

/** Between the browser's word that it prints and its word that it has. */
let isAsked = false;

/** Whether the page is being put on paper, which is white whatever the screen is. */
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
