import { useMemo } from 'react';
import type { Board } from '~/api/types';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import classes from './Board.module.css';
import { BoardTile } from './BoardTile';
import { SampleNote } from './SampleNote';
import { symbolsOf } from './tileKinds';

/** A board on its grid of tiles, filling the available space. */
export function BoardGrid({ board }: { board: Board }) {
  const symbols = useMemo(() => symbolsOf(board.tiles), [board]);
  return (
    <div className={classes.board}>
      {board.tiles.map((tile) => (
        <div
          key={`${tile.x} ${tile.y} ${tile.content.kind}`}
          className={classes.place}
          style={gridAreaOf(tile)}
        >
          <BoardTile tile={tile} symbols={symbols} />
        </div>
      ))}
      <SampleNote className={classes.sample} />
    </div>
  );
}

interface TilePosition {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The grid position of a tile as CSS. */
export const gridAreaOf = ({ x, y, width, height }: TilePosition) => ({
  gridColumn: `${x + 1} / span ${width}`,
  gridRow: `${y + 1} / span ${height}`,
});

/** A board on a phone: stacked tiles, which mount when they come near the screen. */
export function BoardStack({ board }: { board: Board }) {
  const symbols = useMemo(() => symbolsOf(board.tiles), [board]);
  const tiles = board.tiles.toSorted((a, b) => a.y - b.y || a.x - b.x);
  return (
    <div className={classes.stack}>
      {tiles.map((tile) => (
        <div
          key={`${tile.x} ${tile.y} ${tile.content.kind}`}
          style={{ height: `calc(${tile.height} * var(--row))` }}
        >
          <MountWhenVisible waiting={null}>
            <BoardTile tile={tile} symbols={symbols} />
          </MountWhenVisible>
        </div>
      ))}
      <SampleNote className={classes.sample} />
    </div>
  );
}
