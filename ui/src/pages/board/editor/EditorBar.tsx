import type { Board } from '~/api/types';
import { Button, ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Link, NavLink } from '~/components/Link';
import segmented from '~/components/Segmented.module.css';
import { isWritable } from '~/market/sharing';
import { paths } from '~/paths';
import { useReadOnlyReason } from '~/widgets/useReadOnly';
import { boardTitle } from '../boardTitle';
import { ImportButton } from '../ImportButton';
import { useNewBoard } from '../useNewBoard';
import classes from './EditorBar.module.css';
import type { Saving } from './useBoardEditor';

interface Props {
  boards: readonly Board[];
  board: Board;
  saving: Saving;
  readOnly: boolean;
  onSaveMine: () => void;
}

/** Back link, board selector, save status, and actions on the whole board. */
export function EditorBar({ boards, board, saving, readOnly, onSaveMine }: Props) {
  const reason = useReadOnlyReason();
  const createBoard = useNewBoard(boards);
  return (
    <div className={classes.bar}>
      <Link to={paths.board(board.name)} aria-label="Back to the board" className={classes.square}>
        <Icon name="back" size={16} />
      </Link>
      <h1>Edit board</h1>
      <nav aria-label="Boards" className={`${segmented.track} ${classes.tabs}`}>
        {boards.filter(isWritable).map((each) => (
          <NavLink key={each.name} to={paths.boardEditor(each.name)}>
            {boardTitle(each.name === board.name ? board : each)}
          </NavLink>
        ))}
      </nav>
      <button
        type="button"
        className={classes.square}
        aria-label="New board"
        disabled={readOnly}
        onClick={createBoard}
      >
        <Icon name="plus" size={16} />
      </button>
      <p className={classes.saving} role="status" data-failed={saving.state === 'failed' || undefined}>
        {reason !== null ? (
          reason
        ) : saving.state === 'failed' ? (
          saving.message
        ) : saving.state === 'saving' ? (
          'Saving…'
        ) : (
          <>
            <Icon name="check" size={14} /> Saved on this server
          </>
        )}
      </p>
      {saving.state === 'failed' && saving.mine && (
        <Button variant="default" onClick={onSaveMine}>
          Save my version
        </Button>
      )}
      <ImportButton boards={boards} readOnly={readOnly} />
      <ButtonLink
        variant="default"
        to={`/api/boards/${encodeURIComponent(board.name)}/export`}
        reloadDocument
        download
      >
        Export JSON
      </ButtonLink>
      <ButtonLink to={`${paths.board(board.name)}?kiosk`}>Open kiosk</ButtonLink>
    </div>
  );
}
