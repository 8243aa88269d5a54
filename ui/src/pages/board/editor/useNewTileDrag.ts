import { type RefObject, useEffect, useRef, useState } from 'react';
import type { BoardTile } from '~/api/types';
import type { TileKind } from '../tileKinds';
import { type GridRect, gridPoint, isRectFree, rectAround } from './placement';
import type { Target } from './useTileDrag';

/** Tracks a tile dragged from the palette and adds it where it is dropped on the board. */
export function useNewTileDrag(
  grid: RefObject<HTMLDivElement | null>,
  tiles: readonly BoardTile[],
  kind: TileKind | undefined,
  onDrop: (kind: TileKind, rect: GridRect) => void,
  onEnd: () => void,
): Target | undefined {
  const [target, setTarget] = useState<Target>();
  const latest = useRef({ tiles, onDrop, onEnd });
  latest.current = { tiles, onDrop, onEnd };
  useEffect(() => {
    if (!kind) return;
    let last: Target | undefined;
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      const box = grid.current?.getBoundingClientRect();
      const isOver =
        box && clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
      if (isOver) {
        const { column, row } = gridPoint(box, clientX, clientY);
        const rect = rectAround(kind, column, row);
        last = { rect, isFree: isRectFree(latest.current.tiles, rect) };
      } else last = undefined;
      setTarget(last);
    };
    const end = () => {
      setTarget(undefined);
      latest.current.onEnd();
    };
    const onUp = () => {
      end();
      if (last?.isFree) latest.current.onDrop(kind, last.rect);
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
