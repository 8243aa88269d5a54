/** Text typed before the search field was loaded. */
export interface TypedAhead {
  text: string;
  /** True if Enter was pressed, which opens the best match. */
  isSubmitted: boolean;
}

const EMPTY: TypedAhead = { text: '', isSubmitted: false };
let recorded = EMPTY;
let removeListener = () => {};

/**
 * Records typed text while the search field's code is loading, after the text that opened the search. Escape calls `onCancel`.
 */
export function startTypeAhead(onCancel: () => void, text = ''): void {
  endTypeAhead();
  recorded = { ...EMPTY, text };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.ctrlKey && !event.metaKey && !event.isComposing) onCancel();
    else if (!recordTypedKey(event)) return;
    event.preventDefault();
  };
  window.addEventListener('keydown', onKey, true);
  removeListener = () => window.removeEventListener('keydown', onKey, true);
}

/** Adds a key to the recorded text; returns false for a key that changes nothing. */
export function recordTypedKey({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || isComposing) return false;
  if (key === 'Enter') recorded = { ...recorded, isSubmitted: true };
  else if (key === 'Backspace') recorded = { ...recorded, text: recorded.text.slice(0, -1) };
  else if (key.length === 1) recorded = { ...recorded, text: recorded.text + key };
  else return false;
  return true;
}

/** Stops recording and returns the text typed since `startTypeAhead`. */
export function endTypeAhead(): TypedAhead {
  removeListener();
  const result = recorded;
  recorded = EMPTY;
  return result;
}
