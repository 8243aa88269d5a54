import type { DrawingTool } from '~/api/types';
import { useStoredChoice } from '~/state/browserStorage';
import type { DrawState, DrawStateHook } from '../drawState';

export interface DrawTools extends DrawState {
  choose: (tool: DrawingTool | null) => void;
  select: (id: number | null) => void;
  /** Cancels the tool and unselects the drawing. */
  reset: () => void;
  isHidden: boolean;
  setHidden: (isHidden: boolean) => void;
  /** True if points snap to the prices of bars. */
  snaps: boolean;
  setSnaps: (snaps: boolean) => void;
}

const VISIBILITY = ['shown', 'hidden'] as const;
const MAGNET = ['on', 'off'] as const;

/** Returns the state of drawing with its changes. The two switches are remembered in this browser. */
export function useDrawTools([state, setState]: DrawStateHook): DrawTools {
  const [visibility, setVisibility] = useStoredChoice('drawings', VISIBILITY);
  const [magnet, setMagnet] = useStoredChoice('drawing-magnet', MAGNET);
  const change = (next: DrawState) => {
    const { tool, selected } = state;
    if (next.tool !== tool || next.selected !== selected) setState(next);
    // What is drawn or selected must be visible.
    if (next.tool !== null || next.selected !== null) setVisibility('shown');
  };
  return {
    ...state,
    choose: (tool) => change({ tool, selected: tool ? null : state.selected }),
    select: (id) => change({ tool: id === null ? state.tool : null, selected: id }),
    reset: () => change({ tool: null, selected: null }),
    isHidden: visibility === 'hidden',
    setHidden(isHidden) {
      setVisibility(isHidden ? 'hidden' : 'shown');
      if (isHidden) setState({ ...state, selected: null });
    },
    snaps: magnet === 'on',
    setSnaps: (snaps) => setMagnet(snaps ? 'on' : 'off'),
  };
}
