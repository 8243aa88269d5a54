import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { Board } from '~/api/types';
import { gridAreaOf } from '../BoardGrid';
import { Stage } from '../Stage';
import type { TileKind } from '../tileKinds';
import type { Screen } from '../usePreviewScale';
import classes from './EditorStage.module.css';
import type { GridRect } from './placement';
import { TileHandle } from './TileHandle';
import { useNewTileDrag } from './useNewTileDrag';
import { useTileDrag } from './useTileDrag';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  board: Board;
  screen: Screen;
  selected: number | undefined;
  readOnly: boolean;
  /** The kind of tile being dragged from the palette. */
  dragged: TileKind | undefined;
  onDrop: (kind: TileKind, rect: GridRect) => void;
  onDragEnd: () => void;
  onSelect: (index: number | undefined) => void;
  onMove: (index: number, change: Partial<GridRect>) => void;
  onDuplicate: (index: number) => void;
  onRemove: (index: number) => void;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The live board, scaled down, with handles over its tiles. */
export function EditorStage(props: Props) {
  const { ref, board, screen, selected, readOnly, dragged, onSelect, onMove, onDuplicate, onRemove } = props;
  const grid = useRef<HTMLDivElement>(null);
  const drag = useTileDrag(grid, board.tiles, onMove);
  const newTileTarget = useNewTileDrag(grid, board.tiles, dragged, props.onDrop, props.onDragEnd);
  const dropTarget = newTileTarget ?? drag.target;

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (readOnly) return;
    const tile = board.tiles[index];
    const step = STEPS[event.key];
    const isCommand = event.ctrlKey || event.metaKey;
    if (tile && step && !isCommand) {
      const [dx, dy] = step;
      if (event.shiftKey) onMove(index, { width: tile.width + dx, height: tile.height + dy });
      else onMove(index, { x: tile.x + dx, y: tile.y + dy });
    } else if (isCommand && event.key.toLowerCase() === 'd') onDuplicate(index);
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(index);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={ref} tabIndex={-1} className={classes.stage}>
      <Stage board={board} screen={screen} inert>
        {screen !== '800 × 480' && (
          <div ref={grid} className={classes.grid} role="group" aria-label="Board tiles">
            {board.tiles.map((tile, index) => (
              <TileHandle
                key={index}
                tile={tile}
                selected={index === selected}
                readOnly={readOnly}
                onFocus={() => onSelect(index)}
                onKeyDown={(event) => onKeyDown(event, index)}
                onGrab={(event, edges) => drag.start(event, index, edges)}
              />
            ))}
            {dropTarget && (
              <div
                className={classes.target}
                style={gridAreaOf(dropTarget.rect)}
                data-free={dropTarget.isFree || undefined}
              >
                <b>
                  {dropTarget.rect.width} × {dropTarget.rect.height}
                </b>
              </div>
            )}
          </div>
        )}
      </Stage>
    </div>
  );
}
