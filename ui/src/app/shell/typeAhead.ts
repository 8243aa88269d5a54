/** What somebody typed into a search field that was not there yet. */
export interface TypedAhead {
  text: string;
  /** Enter was pressed: the text is to be looked up at once. */
  entered: boolean;
}

const NOTHING: TypedAhead = { text: '', entered: false };
let typed = NOTHING;
let stop = () => {};

/** Keeps what is typed while the search field's code is on the way. Escape calls `onCancel`. */
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

/** What was typed since `startTypeAhead`; from now on the keys are not kept. */
export function endTypeAhead(): TypedAhead {
  stop();
  const all = typed;
  typed = NOTHING;
  return all;
}
