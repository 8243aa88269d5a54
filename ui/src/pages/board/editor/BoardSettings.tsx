import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { boardsQuery } from '~/api/queries';
import type { Board } from '~/api/types';
import { SelectField } from '~/components/form/fields';
import { confirm } from '~/components/layer/confirmation';
import { paths } from '~/paths';
import { toast } from '~/state/toasts';
import { KioskAddress } from '../KioskAddress';
import { Segments } from './Segments';
import classes from './Settings.module.css';
import { CommitField } from './TileSettings';

interface Props {
  board: Board;
  readOnly: boolean;
  isOnlyBoard: boolean;
  onChange: (change: Partial<Board>) => void;
}

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const SECONDS = [10, 15, 20, 30, 45, 60, 90, 120, 300, 600];

/** Settings of the whole board. */
export function BoardSettings({ board, readOnly, isOnlyBoard, onChange }: Props) {
  const remove = useDeletion(board);
  const seconds = SECONDS.includes(board.seconds)
    ? SECONDS
    : [...SECONDS, board.seconds].sort((a, b) => a - b);
  const toggle = (label: string, key: 'inRotation' | 'keepAwake' | 'hidePointer') => (
    <Switch
      label={label}
      checked={board[key]}
      onChange={({ currentTarget }) => onChange({ [key]: currentTarget.checked })}
    />
  );
  return (
    <section className={classes.section} aria-label="Board">
      <h2>Board</h2>
      <fieldset disabled={readOnly}>
        <CommitField label="Title" value={board.title} onCommit={(title) => onChange({ title })} />
        <Segments
          label="Kiosk theme"
          choices={THEMES}
          value={board.theme}
          onChange={(theme) => onChange({ theme })}
        />
        <SelectField
          label="Show for"
          value={String(board.seconds)}
          choices={seconds.map((each) => ({ value: String(each), label: `${each} seconds` }))}
          onChange={(value) => onChange({ seconds: Number(value) })}
        />
        {toggle('In rotation', 'inRotation')}
        {toggle('Keep screen awake', 'keepAwake')}
        {toggle('Hide pointer', 'hidePointer')}
      </fieldset>
      <div>
        <p className={classes.label}>Kiosk link</p>
        <KioskAddress board={board} />
      </div>
      {board.access === 'own' && (
        <button type="button" className={classes.remove} disabled={readOnly || isOnlyBoard} onClick={remove}>
          Delete board
        </button>
      )}
    </section>
  );
}

/** Confirms and deletes the board, then opens the list of boards. */
function useDeletion({ name, title }: Board) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const isConfirmed = await confirm({
      title: 'Delete board',
      text: `Delete the board '${title}'? Displays that show it will switch to another board.`,
      action: 'Delete',
    });
    if (!isConfirmed) return;
    try {
      await call('delete', '/api/boards/{name}', { path: { name } });
      await client.refetchQueries({ queryKey: boardsQuery.queryKey });
      navigate(paths.boards);
    } catch (cause) {
      const reason = cause instanceof ApiError ? cause.detail : "Couldn't reach the server.";
      toast("Couldn't delete the board", reason, 'destructive');
    }
  };
}
