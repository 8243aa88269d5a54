import type { KeyboardEvent, PointerEvent } from 'react';
import type { BoardTile } from '~/api/types';
import { gridAreaOf } from '../BoardGrid';
import classes from './EditorStage.module.css';
import type { Edges } from './placement';
import { tileSentence } from './tileSentence';

interface Props {
  tile: BoardTile;
  selected: boolean;
  readOnly: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Called on pointer down: with edges to resize the tile, without edges to move it. */
  onGrab: (event: PointerEvent, edges?: Edges) => void;
}

/** The eight resize handles of a tile. */
const HANDLES: readonly (readonly [name: string, edges: Edges])[] = [
  ['top left', { top: true, left: true }],
  ['top', { top: true }],
  ['top right', { top: true, right: true }],
  ['right', { right: true }],
  ['bottom right', { bottom: true, right: true }],
  ['bottom', { bottom: true }],
  ['bottom left', { bottom: true, left: true }],
  ['left', { left: true }],
];

/** Selects, moves and resizes a tile. */
export function TileHandle({ tile, selected, readOnly, onFocus, onKeyDown, onGrab }: Props) {
  return (
    <div className={classes.place} style={gridAreaOf(tile)} data-selected={selected || undefined}>
      <button
        type="button"
        className={classes.tile}
        aria-label={tileSentence(tile)}
        aria-pressed={selected}
        onFocus={onFocus}
        // A click doesn't focus a button in every browser.
        onClick={onFocus}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => !readOnly && onGrab(event)}
      />
      {selected && (
        <>
          <b className={classes.size}>
            {tile.width} × {tile.height}
          </b>
          {!readOnly &&
            HANDLES.map(([name, edges]) => (
              <span
                key={name}
                className={classes.handle}
                data-at={name}
                onPointerDown={(event) => onGrab(event, edges)}
              />
            ))}
        </>
      )}
    </div>
  );
}
