import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Board } from '~/api/types';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useRootAttribute } from '~/hooks/useRootAttribute';
import { TILE_KINDS, type TileKind } from '../tileKinds';
import type { Screen } from '../usePreviewScale';
import { BoardSettings } from './BoardSettings';
import classes from './Editor.module.css';
import { EditorBar } from './EditorBar';
import { EditorStage } from './EditorStage';
import { KeyList } from './KeyList';
import { Palette } from './Palette';
import { addTile, type GridRect, isRectFree, moveTile } from './placement';
import { Rotation } from './Rotation';
import { StageBar } from './StageBar';
import { TileList } from './TileList';
import { TileSettings } from './TileSettings';
import { tileSentence } from './tileSentence';
import { useBoardEditor } from './useBoardEditor';

interface Props {
  boards: readonly Board[];
  loaded: Board;
}

/** The board editor: available tiles, the board, and the settings of the board or the selected tile. */
export function Editor({ boards, loaded }: Props) {
  const editor = useBoardEditor(loaded);
  const { board, change } = editor;
  const [selected, setSelected] = useState<number>();
  const [screen, setScreen] = useState<Screen>('1080p');
  const [announcement, announce] = useState('');
  const [dragged, setDragged] = useState<TileKind>();
  const stage = useRef<HTMLDivElement>(null);
  const settings = useRef<HTMLDivElement>(null);
  const phone = useIsPhone();

  const announceTile = (tiles: Board['tiles'] | undefined, index: number, failureText: string) => {
    const tile = tiles?.[index];
    announce(tile ? tileSentence(tile) : failureText);
  };
  const applyTiles = (tiles: Board['tiles'] | undefined, index: number, failureText: string) => {
    if (tiles) {
      change({ tiles });
      setSelected(index);
    }
    announceTile(tiles, index, failureText);
  };
  const add = (kind: TileKind, rect?: GridRect) => {
    const { content } = TILE_KINDS[kind];
    const tiles = rect
      ? isRectFree(board.tiles, rect)
        ? [...board.tiles, { ...rect, content }]
        : undefined
      : addTile(board.tiles, content);
    applyTiles(tiles, board.tiles.length, "There's no room for this tile.");
  };
  const move = (index: number, change: Partial<GridRect>) =>
    applyTiles(moveTile(board.tiles, index, change), index, "There's no free space there.");
  const duplicate = (index: number) => {
    const tile = board.tiles[index];
    if (tile)
      applyTiles(addTile(board.tiles, tile.content), board.tiles.length, "There's no room for this tile.");
  };
  const remove = (index: number) => {
    const tile = board.tiles[index];
    if (!tile) return;
    change({ tiles: board.tiles.filter((_, i) => i !== index) });
    setSelected(undefined);
    announce(`${TILE_KINDS[tile.content.kind].name} removed.`);
    stage.current?.focus();
  };
  /** Selects a tile and focuses its settings, which are far below on a phone. */
  const openSettings = (index: number) => {
    flushSync(() => setSelected(index));
    settings.current?.scrollIntoView({ block: 'start' });
    settings.current?.focus({ preventScroll: true });
  };
  const stepHistory = (step: () => void, text: string) => {
    step();
    setSelected(undefined);
    announce(text);
  };
  const undo = () => stepHistory(editor.undo, 'Undone.');
  const redo = () => stepHistory(editor.redo, 'Redone.');
  // The bars above the page depend on it.
  useRootAttribute('data-editor');
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = (event.target as Element).matches('input, select, textarea');
    if (isField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  };
  const tile = selected === undefined ? undefined : board.tiles[selected];
  return (
    <div className={classes.editor} onKeyDown={onKeyDown}>
      <EditorBar
        boards={boards}
        board={board}
        saving={editor.saving}
        readOnly={editor.readOnly}
        onSaveMine={editor.saveMine}
      />
      <Palette readOnly={editor.readOnly} onAdd={add} onDrag={setDragged} />
      <div className={classes.middle}>
        <StageBar editor={{ ...editor, undo, redo }} screen={screen} onScreen={setScreen} />
        <EditorStage
          ref={stage}
          board={board}
          screen={screen}
          selected={selected}
          readOnly={editor.readOnly}
          dragged={dragged}
          onDrop={add}
          onDragEnd={() => setDragged(undefined)}
          onSelect={setSelected}
          onMove={move}
          onDuplicate={duplicate}
          onRemove={remove}
        />
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
        {phone ? <TileList tiles={board.tiles} selected={selected} onSelect={openSettings} /> : <KeyList />}
        <Rotation boards={boards} board={board} />
      </div>
      <div ref={settings} tabIndex={-1} className={classes.settings}>
        {tile && selected !== undefined && (
          <TileSettings
            key={`${selected} ${tile.content.kind}`}
            tile={tile}
            readOnly={editor.readOnly}
            onMove={(change) => move(selected, change)}
            onContent={(content) =>
              change({
                tiles: board.tiles.map((each, i) => (i === selected ? { ...each, content } : each)),
              })
            }
            onRemove={() => remove(selected)}
          />
        )}
        <BoardSettings
          board={board}
          readOnly={editor.readOnly}
          onChange={change}
          isOnlyBoard={boards.filter(({ access }) => access === 'own').length === 1}
        />
      </div>
    </div>
  );
}
