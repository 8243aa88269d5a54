import type { BoardTile } from '~/api/types';
import { Icon, PathIcon } from '~/components/Icon';
import { TILE_KINDS } from '../tileKinds';
import classes from './TileList.module.css';
import { subjectOf } from './tileSentence';

interface Props {
  tiles: readonly BoardTile[];
  selected: number | undefined;
  onSelect: (index: number) => void;
}

/** The tiles as a list, for screens where the board is too small to point at. */
export function TileList({ tiles, selected, onSelect }: Props) {
  return (
    <section className={classes.list} aria-label="On this board">
      <h2>On this board</h2>
      <ul>
        {tiles.map((tile, index) => {
          const { name, icon } = TILE_KINDS[tile.content.kind];
          return (
            <li key={index}>
              <button type="button" aria-pressed={index === selected} onClick={() => onSelect(index)}>
                <PathIcon path={icon} size={18} />
                <b>
                  {name}
                  <span>{subjectOf(tile)}</span>
                </b>
                <small className="num">
                  {tile.width} × {tile.height}
                </small>
                <Icon name="right" size={16} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
