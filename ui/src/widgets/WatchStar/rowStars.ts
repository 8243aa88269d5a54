/** A star that was pressed: its ticker, and the button that a choice of lists hangs on. */
export interface PressedStar {
  tickerId: number;
  button: HTMLElement;
}

interface State {
  /** Tickers that stand in a list; undefined until that is known. */
  listed: ReadonlySet<number> | undefined;
  pressed: PressedStar | undefined;
  /** How many rows with a star there are on the page. */
  rows: number;
}

let state: State = { listed: undefined, pressed: undefined, rows: 0 };
const listeners = new Set<() => void>();
const change = (next: Partial<State>) => {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
};

/**
 * What the stars of all rows on a page share: a hundred rows ask for the lists once, and each renders again only when its own
 * ticker is put in or taken out.
 */
export const rowStars = {
  get: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** A row came; what this gives is called when it goes. */
  mount(): () => void {
    change({ rows: state.rows + 1 });
    return () => change({ rows: state.rows - 1 });
  },
  setListed: (listed: State['listed']) => change({ listed }),
  press: (pressed: State['pressed']) => change({ pressed }),
};
