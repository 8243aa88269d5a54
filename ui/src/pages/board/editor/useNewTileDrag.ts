import { type RefObject, useEffect, useRef, useState } from 'react';
import type { BoardTile } from '~/api/types';
import type { TileKind } from '../tileKinds';
import { gridPoint, isFree, type Place, placeAround } from './placement';
import type { Target } from './useTileDrag';

/** Tracks a tile dragged from the palette and adds it where it is dropped on the board. */
export function useNewTileDrag(
  grid: RefObject<HTMLDivElement | null>,
  tiles: readonly BoardTile[],
  kind: TileKind | undefined,
  onDrop: (kind: TileKind, place: Place) => void,
  onEnd: () => void,
): Target | undefined {
  const [target, setTarget] = useState<Target>();
  const now = useRef({ tiles, onDrop, onEnd });
  now.current = { tiles, onDrop, onEnd };
  useEffect(() => {
    if (!kind) return;
    let last: Target | undefined;
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      const box = grid.current?.getBoundingClientRect();
      const isOver =
        box && clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
      if (isOver) {
        const { column, row } = gridPoint(box, clientX, clientY);
        const place = placeAround(kind, column, row);
        last = { place, free: isFree(now.current.tiles, place) };
      } else last = undefined;
      setTarget(last);
    };
    const end = () => {
      setTarget(undefined);
      now.current.onEnd();
    };
    const onUp = () => {
      end();
      if (last?.free) now.current.onDrop(kind, last.place);
    };
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && end();
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', onKey);
    };
  }, [grid, kind]);
  return target;
}
