/** Text typed before the search field was loaded. */
export interface TypedAhead {
  text: string;
  /** Enter was pressed: open the best match at once. */
  entered: boolean;
}

const NOTHING: TypedAhead = { text: '', entered: false };
let typed = NOTHING;
let stop = () => {};

/** Records typed text while the search field's code is loading. Escape calls `onCancel`. */
export function startTypeAhead(onCancel: () => void): void {
  endTypeAhead();
  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.isComposing) return;
    if (key === 'Escape') onCancel();
    else if (key === 'Enter') typed = { ...typed, entered: true };
    else if (key === 'Backspace') typed = { ...typed, text: typed.text.slice(0, -1) };
    else if (key.length === 1) typed = { ...typed, text: typed.text + key };
    else return;
    event.preventDefault();
  };
  window.addEventListener('keydown', onKey, true);
  stop = () => window.removeEventListener('keydown', onKey, true);
}

/** Stops recording and returns the text typed since `startTypeAhead`. */
export function endTypeAhead(): TypedAhead {
  stop();
  const all = typed;
  typed = NOTHING;
  return all;
}
