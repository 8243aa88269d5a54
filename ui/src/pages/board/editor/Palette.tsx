import type { PointerEvent } from 'react';
import { PathIcon } from '~/components/Icon';
import { TILE_KINDS, type TileKind } from '../tileKinds';
import classes from './Palette.module.css';

interface Props {
  readOnly: boolean;
  /** Adds a tile at the first free position. */
  onAdd: (kind: TileKind) => void;
  /** Called when the user starts to drag a tile from the palette. */
  onDrag: (kind: TileKind) => void;
}

const KINDS = Object.keys(TILE_KINDS) as TileKind[];

/** All kinds of tiles, to drag onto the board or to add by click or Enter. */
export function Palette({ readOnly, onAdd, onDrag }: Props) {
  const onPointerDown = (event: PointerEvent, kind: TileKind) => {
    // A finger scrolls the palette; a tap adds the tile.
    if (readOnly || event.pointerType !== 'mouse' || event.button !== 0) return;
    const { clientX, clientY } = event;
    const onMove = (move: globalThis.PointerEvent) => {
      if (Math.hypot(move.clientX - clientX, move.clientY - clientY) < 6) return;
      stop();
      onDrag(kind);
    };
    const stop = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', stop);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', stop);
  };
  return (
    <section className={classes.palette} aria-label="Tiles">
      <h2>Tiles</h2>
      <ul>
        {KINDS.map((kind) => {
          const { name, icon, size } = TILE_KINDS[kind];
          return (
            <li key={kind}>
              <button
                type="button"
                disabled={readOnly}
                onClick={() => onAdd(kind)}
                onPointerDown={(event) => onPointerDown(event, kind)}
              >
                <span className={classes.icon}>
                  <PathIcon path={icon} size={18} />
                </span>
                <span>
                  <b>{name}</b>
                  <small>
                    {size[0]} × {size[1]}
                  </small>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <p>Drag a tile onto the board, or tap it (or press Enter) to place it in the first free space.</p>
    </section>
  );
}
