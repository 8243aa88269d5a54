import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { BoardTile } from '~/api/types';
import { type Edges, gridPoint, moved, type Place, withPlace } from './placement';

/** Where a tile would be placed if dropped now. */
export interface Target {
  place: Place;
  free: boolean;
}

/** Moves or resizes a tile by pointer; nothing changes until the drop, and Escape cancels. */
export function useTileDrag(
  grid: RefObject<HTMLDivElement | null>,
  tiles: readonly BoardTile[],
  onPlace: (index: number, place: Place) => void,
) {
  const [target, setTarget] = useState<Target>();
  const stop = useRef<() => void>(undefined);
  // A change of the tiles, such as from another device, ends the drag: it would restore the tiles from its start.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends with the tiles it began with
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
      const place = moved(tile, dx, dy, edges);
      last = dx === 0 && dy === 0 ? undefined : { place, free: withPlace(tiles, index, place) !== undefined };
      setTarget(last);
    };
    const onUp = () => {
      stop.current?.();
      if (last?.free) onPlace(index, last.place);
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
