import { useState } from 'react';
import type { DrawingTool } from '~/api/types';
import { useStoredChoice } from '~/state/browserStorage';

/** What the button 'Draw' and the chart share. */
export interface DrawTools {
  /** The tool of the drawing that is being drawn; null for none. */
  tool: DrawingTool | null;
  choose: (tool: DrawingTool | null) => void;
  /** The id of the selected drawing. */
  selected: number | null;
  select: (id: number | null) => void;
  isHidden: boolean;
  setHidden: (isHidden: boolean) => void;
  /** True if points snap to the prices of bars. */
  snaps: boolean;
  setSnaps: (snaps: boolean) => void;
}

const VISIBILITY = ['shown', 'hidden'] as const;
const MAGNET = ['on', 'off'] as const;

/** Returns the state of drawing. The two switches are remembered in this browser. */
export function useDrawTools(): DrawTools {
  const [tool, setTool] = useState<DrawingTool | null>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const [visibility, setVisibility] = useStoredChoice('drawings', VISIBILITY);
  const [magnet, setMagnet] = useStoredChoice('drawing-magnet', MAGNET);
  const setHidden = (isHidden: boolean) => setVisibility(isHidden ? 'hidden' : 'shown');
  return {
    tool,
    choose(next) {
      setTool(next);
      if (next === null) return;
      setSelected(null);
      setHidden(false);
    },
    selected,
    select(id) {
      setSelected(id);
      if (id === null) return;
      setTool(null);
      setHidden(false);
    },
    isHidden: visibility === 'hidden',
    setHidden(isHidden) {
      setHidden(isHidden);
      if (isHidden) setSelected(null);
    },
    snaps: magnet === 'on',
    setSnaps: (snaps) => setMagnet(snaps ? 'on' : 'off'),
  };
}
