import type { Ticker } from '~/api/types';
import { createStore } from '~/state/useStore';

/** A pressed star: its ticker, and the button that anchors the list choice. */
export interface PressedStar {
  ticker: Pick<Ticker, 'id' | 'symbol'>;
  button: HTMLElement;
}

interface State {
  /** Tickers in any list; undefined until loaded. */
  listed: ReadonlySet<number> | undefined;
  pressed: PressedStar | undefined;
  /** Number of mounted row stars. */
  rows: number;
}

const { get, set, subscribe } = createStore<State>({ listed: undefined, pressed: undefined, rows: 0 });
const change = (next: Partial<State>) => set({ ...get(), ...next });

/**
 * State shared by all row stars of a page: a hundred rows load the lists once, and each renders only when its own
 * ticker is added or removed.
 */
export const rowStars = {
  get,
  subscribe,
  /** Registers a mounted row; returns the function to call on unmount. */
  mount(): () => void {
    change({ rows: get().rows + 1 });
    return () => change({ rows: get().rows - 1 });
  },
  setListed: (listed: State['listed']) => change({ listed }),
  press: (pressed: State['pressed']) => change({ pressed }),
};
