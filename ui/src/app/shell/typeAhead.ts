/** Text typed before the search field was loaded. */
export interface TypedAhead {
  text: string;
  /** True if Enter was pressed, which opens the best match. */
  isSubmitted: boolean;
}

const EMPTY: TypedAhead = { text: '', isSubmitted: false };
let recorded = EMPTY;
let removeListener = () => {};

/** Records typed text while the search field's code is loading. Escape calls `onCancel`. */
export function startTypeAhead(onCancel: () => void): void {
  endTypeAhead();
  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.isComposing) return;
    if (key === 'Escape') onCancel();
    else if (key === 'Enter') recorded = { ...recorded, isSubmitted: true };
    else if (key === 'Backspace') recorded = { ...recorded, text: recorded.text.slice(0, -1) };
    else if (key.length === 1) recorded = { ...recorded, text: recorded.text + key };
    else return;
    event.preventDefault();
  };
  window.addEventListener('keydown', onKey, true);
  removeListener = () => window.removeEventListener('keydown', onKey, true);
}

/** Stops recording and returns the text typed since `startTypeAhead`. */
export function endTypeAhead(): TypedAhead {
  removeListener();
  const result = recorded;
  recorded = EMPTY;
  return result;
}
