import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { BoardTile } from '~/api/types';
import { type Edges, type GridRect, gridPoint, moveRect, moveTile } from './placement';

/** The rectangle that a dragged tile would take if dropped now. */
export interface Target {
  rect: GridRect;
  isFree: boolean;
}

/** Moves or resizes a tile by pointer; nothing changes until the drop, and Escape cancels. */
export function useTileDrag(
  grid: RefObject<HTMLDivElement | null>,
  tiles: readonly BoardTile[],
  onMoveTile: (index: number, rect: GridRect) => void,
) {
  const [target, setTarget] = useState<Target>();
  const stop = useRef<() => void>(undefined);
  // A change of the tiles, for example on another device, ends the drag: a drop would restore the old tiles.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the tiles ends the drag
  useEffect(() => () => stop.current?.(), [tiles]);

  const start = (event: PointerEvent, index: number, edges?: Edges) => {
    const tile = tiles[index];
    const box = grid.current?.getBoundingClientRect();
    if (!tile || !box || event.button !== 0) return;
    const from = gridPoint(box, event.clientX, event.clientY);
    let last: Target | undefined;
    const onMove = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const to = gridPoint(box, clientX, clientY);
      const [dx, dy] = [Math.round(to.column - from.column), Math.round(to.row - from.row)];
      const rect = moveRect(tile, dx, dy, edges);
      last = dx === 0 && dy === 0 ? undefined : { rect, isFree: moveTile(tiles, index, rect) !== undefined };
      setTarget(last);
    };
    const onUp = () => {
      stop.current?.();
      if (last?.isFree) onMoveTile(index, last.rect);
    };
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && stop.current?.();
    stop.current = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onCancel);
      window.removeEventListener('keydown', onKey);
      setTarget(undefined);
    };
    const onCancel = () => stop.current?.();
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onCancel);
    window.addEventListener('keydown', onKey);
  };
  return { target, start };
}
