import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { paths } from '~/paths';
import { PageHead } from '~/widgets/PageHead/PageHead';
import classes from './BoardsPage.module.css';
import { boardsQuery } from './boardQueries';
import { MiniBoard } from './MiniBoard';

/** /boards: every board of this server. */
export default function BoardsPage() {
  const boards = useQuery(boardsQuery);
  return (
    <div className="container">
      <PageHead title="Boards" text="Screens for a wall, kept on this server." />
      <QueryState
        query={boards}
        skeleton={<BlockSkeleton height={240} />}
        errorText="The boards could not be loaded."
      >
        {(all) => (
          <ul className={classes.boards}>
            {all.map((board) => (
              <li key={board.name}>
                <MiniBoard tiles={board.tiles} />
                <Link to={paths.board(board.name)}>{board.title}</Link>
                <p>{board.inRotation ? `Shown for ${board.seconds} s` : 'Not in rotation'}</p>
                <Link to={paths.boardEditor(board.name)} aria-label={`Edit ${board.title}`}>
                  Edit
                </Link>
                <Link to={`${paths.board(board.name)}?kiosk`} aria-label={`Open ${board.title} as a kiosk`}>
                  Kiosk
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </div>
  );
}
