import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { boardsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { paths } from '~/paths';
import { BoardGrid, BoardStack } from './BoardGrid';
import { BoardRows } from './BoardRows';
import classes from './Kiosk.module.css';
import { nextBoard, shownBoard } from './rotation';
import { useBoardTheme } from './useBoardTheme';
import { useKioskLayout } from './useKioskSize';
import { useWakeLock } from './useWakeLock';

/**
 * A board on an unattended display: no page frame, boards rotate, and a failure keeps the last picture, which shows its
 * age.
 */
export default function KioskPage({ name }: { name: string }) {
  const { data } = useQuery(boardsQuery);
  const layout = useKioskLayout();
  const navigate = useNavigate();
  const board = data && shownBoard(data, name);
  const next = data && board && nextBoard(data, board.name);
  useWakeLock(board?.keepAwake ?? true);
  useBoardTheme(board?.theme ?? 'system');
  const seconds = board?.seconds;
  const current = board?.name;
  useEffect(() => {
    if (next === undefined || seconds === undefined || current === undefined) return;
    // Replaces the history entry: rotating for a week should not fill the history.
    const turn = () => navigate(`${paths.board(next)}?kiosk`, { replace: true });
    const timer = setTimeout(turn, seconds * 1000);
    return () => clearTimeout(timer);
  }, [current, next, seconds, navigate]);
  if (!board) return <Waiting />;
  return (
    <main
      className={classes.kiosk}
      data-layout={layout}
      data-pointer={board.hidePointer ? 'hidden' : 'shown'}
    >
      <h1 className="visually-hidden">{board.title}</h1>
      {layout === 'stack' && <BoardStack board={board} />}
      {layout === 'rows' && <BoardRows board={board} />}
      {layout === 'grid' && <BoardGrid board={board} />}
      {next !== undefined && (
        <div
          key={board.name}
          className={classes.progress}
          style={{ animationDuration: `${board.seconds}s` }}
          aria-hidden="true"
        />
      )}
    </main>
  );
}

/** Shown until the server's first response; the query keeps polling. */
function Waiting() {
  return (
    <main className={classes.waiting}>
      <h1>Marketdeck</h1>
      <p role="status">Waiting for the server…</p>
    </main>
  );
}
