import { useState } from 'react';
import type { DrawingPoint, DrawingTool } from '~/api/types';
import { type Plane, priceAt, spotOf } from '~/chart/drawings/plane';
import type { Drawn } from '~/chart/drawings/shape';
import { roundPrice } from '~/chart/drawings/snap';
import type { ChartPoint } from '~/chart/series';

/** The unfinished drawing. */
interface Sketch {
  tool: DrawingTool | null;
  first: DrawingPoint | null;
  /** The point under the pointer; null while it is outside, and while keys move the point. */
  cursor: DrawingPoint | null;
  /** True while keys move the point, which is then at the chart's crosshair. */
  byKeys: boolean;
  /** The price chosen by ↑ and ↓; null for the price of the crosshair's bar. */
  keyPrice: number | null;
}

const EMPTY: Sketch = { tool: null, first: null, cursor: null, byKeys: false, keyPrice: null };

/** Movement of the price per press of ↑ or ↓, and with Shift, as fractions of the pane's height. */
const STEP = 0.005;
const LONG_STEP = 0.05;

/** Returns true if a drawing with these points can be saved. The server checks it too. */
export function isComplete({ tool, points }: Drawn): boolean {
  const [first, second] = points;
  if (tool === 'level') return first !== undefined;
  if (!first || !second) return false;
  const isSameTime = Date.parse(first.time) === Date.parse(second.time);
  const isLine = tool === 'trend' || tool === 'ray';
  return !isSameTime || (!isLine && first.price !== second.price);
}

interface Options {
  tool: DrawingTool | null;
  /** The point under the crosshair, or else the last one in view. */
  pointed: ChartPoint | undefined;
  decimals: number;
  onComplete: (drawn: Drawn) => void;
}

/** Returns the drawing that is being drawn, by pointer or by keys, with the functions that continue it. */
export function useSketch({ tool, pointed, decimals, onComplete }: Options) {
  const [sketch, setSketch] = useState(EMPTY);
  // Another tool starts again.
  if (sketch.tool !== tool) setSketch({ ...EMPTY, tool });
  const { first, cursor, byKeys, keyPrice } = sketch;
  const keyPoint = pointed && {
    time: pointed.timestamp,
    price: keyPrice ?? roundPrice(pointed.price, decimals),
  };
  const current = byKeys ? (keyPoint ?? null) : cursor;
  const points = [first, current].filter((point) => point !== null);
  return {
    first,
    /** The unfinished drawing; null before the pointer or a key has moved. */
    drawn: tool && points.length > 0 ? { tool, points } : null,
    /** True once the pointer, not a key, moves the point. */
    byPointer: cursor !== null,
    /** The price chosen by keys, to be announced. */
    keyPrice: byKeys ? keyPrice : null,
    draw: (nextFirst: DrawingPoint | null, nextCursor: DrawingPoint | null) =>
      setSketch({ ...EMPTY, tool, first: nextFirst, cursor: nextCursor }),
    finish(complete: readonly DrawingPoint[]) {
      if (tool && isComplete({ tool, points: complete })) onComplete({ tool, points: complete });
    },
    /** Handles a key on the chart; returns false if the crosshair should handle it too. */
    press({ key, shiftKey }: KeyboardEvent, plane: Plane): boolean {
      if (!tool || !keyPoint) return false;
      if (key === 'Enter') {
        const complete = tool === 'level' ? [keyPoint] : first && [first, keyPoint];
        if (!complete) setSketch({ ...sketch, first: keyPoint, byKeys: true });
        else if (isComplete({ tool, points: complete })) onComplete({ tool, points: complete });
        return true;
      }
      const direction = { ArrowUp: 1, ArrowDown: -1 }[key];
      if (direction === undefined) {
        if (/^(Arrow|Page|Home|End)/.test(key)) setSketch({ ...sketch, byKeys: true });
        return false;
      }
      const y = spotOf(keyPoint, plane).y - direction * (shiftKey ? LONG_STEP : STEP) * plane.height;
      setSketch({ ...sketch, byKeys: true, keyPrice: roundPrice(priceAt(y, plane), decimals) });
      return true;
    },
  };
}
