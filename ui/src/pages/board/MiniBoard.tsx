import type { BoardTile } from '~/api/types';
import { gridAreaOf } from './BoardGrid';
import classes from './MiniBoard.module.css';

/** A small picture of a board: positions of the tiles without their content. */
export function MiniBoard({ tiles }: { tiles: readonly BoardTile[] }) {
  return (
    <div className={classes.mini} aria-hidden="true">
      {tiles.map((tile) => (
        <i key={`${tile.x} ${tile.y}`} style={gridAreaOf(tile)} />
      ))}
    </div>
  );
}
