import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Board } from '~/api/types';
import { useIsPhone } from '~/hooks/useIsPhone';
import { TILE_KINDS, type TileKind } from '../tileKinds';
import type { Screen } from '../useStageSize';
import { BoardSettings } from './BoardSettings';
import classes from './Editor.module.css';
import { EditorBar } from './EditorBar';
import { EditorStage } from './EditorStage';
import { KeyList } from './KeyList';
import { Palette } from './Palette';
import { isFree, type Place, withNew, withPlace } from './placement';
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

  const say = (tiles: Board['tiles'] | undefined, index: number, refusal: string) => {
    const tile = tiles?.[index];
    announce(tile ? tileSentence(tile) : refusal);
  };
  const put = (tiles: Board['tiles'] | undefined, index: number, refusal: string) => {
    if (tiles) {
      change({ tiles });
      setSelected(index);
    }
    say(tiles, index, refusal);
  };
  const add = (kind: TileKind, place?: Place) => {
    const { content } = TILE_KINDS[kind];
    const tiles = place
      ? isFree(board.tiles, place)
        ? [...board.tiles, { ...place, content }]
        : undefined
      : withNew(board.tiles, content);
    put(tiles, board.tiles.length, "There's no room for this tile.");
  };
  const place = (index: number, next: Partial<Place>) =>
    put(withPlace(board.tiles, index, next), index, "There's no room there.");
  const duplicate = (index: number) => {
    const tile = board.tiles[index];
    if (tile) put(withNew(board.tiles, tile.content), board.tiles.length, "There's no room for this tile.");
  };
  const remove = (index: number) => {
    const tile = board.tiles[index];
    if (!tile) return;
    change({ tiles: board.tiles.filter((_, at) => at !== index) });
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
  const back = (step: () => void, text: string) => {
    step();
    setSelected(undefined);
    announce(text);
  };
  const undo = () => back(editor.undo, 'Undone.');
  const redo = () => back(editor.redo, 'Redone.');
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = (event.target as Element).matches('input, select, textarea');
    if (isField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  };
  const tile = selected === undefined ? undefined : board.tiles[selected];
  return (
    <div className={classes.editor} data-fills-window="" data-editor="" onKeyDown={onKeyDown}>
      <EditorBar boards={boards} board={board} saving={editor.saving} readOnly={editor.readOnly} />
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
          onDrop={(kind, at) => add(kind, at)}
          onDragEnd={() => setDragged(undefined)}
          onSelect={setSelected}
          onPlace={place}
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
            onPlace={(next) => place(selected, next)}
            onContent={(content) =>
              change({
                tiles: board.tiles.map((each, at) => (at === selected ? { ...each, content } : each)),
              })
            }
            onRemove={() => remove(selected)}
          />
        )}
        <BoardSettings
          board={board}
          readOnly={editor.readOnly}
          onChange={change}
          isLast={boards.length === 1}
        />
      </div>
    </div>
  );
}
