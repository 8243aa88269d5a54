import type { Dispatch, SetStateAction } from 'react';
import type { DrawingTool } from '~/api/types';

/** What the button 'Draw' and the chart share; `useDrawTools` changes it. */
export interface DrawState {
  /** The tool of the drawing that is being drawn; null for none. */
  tool: DrawingTool | null;
  /** The id of the selected drawing. */
  selected: number | null;
}

export type DrawStateHook = [DrawState, Dispatch<SetStateAction<DrawState>>];
