import { boardsQuery } from '~/api/queries';
import type { Board } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button, ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { isWritable } from '~/market/sharing';
import { formatSpan } from '~/market/time';
import { paths } from '~/paths';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { useReadOnly } from '~/widgets/useReadOnly';
import classes from './BoardsPage.module.css';
import { boardTitle } from './boardTitle';
import { ImportButton } from './ImportButton';
import { KioskAddress } from './KioskAddress';
import { Stage } from './Stage';
import { useNewBoard } from './useNewBoard';

/** /boards: a live preview of each own or shared board, and its kiosk link. */
export default function BoardsPage() {
  const boards = useQuery(boardsQuery);
  return (
    <div className="container">
      <div className={classes.head}>
        <PageHead title="Boards" text="Dashboards for wall displays." />
        {boards.data && <Actions boards={boards.data} />}
      </div>
      <QueryState
        query={boards}
        skeleton={<BlockSkeleton height={480} />}
        errorText="Couldn't load the boards."
      >
        {(allBoards) => (
          <>
            <p className={classes.rotation}>{rotationText(allBoards)}</p>
            <ul className={classes.boards}>
              {allBoards.map((board) => (
                <BoardCard key={board.name} board={board} />
              ))}
            </ul>
            <KioskSteps />
          </>
        )}
      </QueryState>
    </div>
  );
}

function Actions({ boards }: { boards: readonly Board[] }) {
  const readOnly = useReadOnly();
  const createBoard = useNewBoard(boards);
  return (
    <div className={classes.actions}>
      <ImportButton boards={boards} readOnly={readOnly} />
      <Button leftSection={<Icon name="plus" size={16} />} disabled={readOnly} onClick={createBoard}>
        New board
      </Button>
    </div>
  );
}

function BoardCard({ board }: { board: Board }) {
  const { name, tiles, inRotation, seconds } = board;
  const title = boardTitle(board);
  const rotation = inRotation ? `Shown for ${seconds} s in the rotation` : 'Not in rotation';
  return (
    <li>
      <Stage board={board} screen="1080p" inert />
      <div className={classes.foot}>
        <div>
          <Link className={classes.title} to={paths.board(name)}>
            {title}
          </Link>
          <p>
            {tiles.length === 1 ? '1 tile' : `${tiles.length} tiles`} · {rotation}
          </p>
        </div>
        <div className={classes.links}>
          {isWritable(board) && (
            <ButtonLink
              variant="default"
              leftSection={<Icon name="edit" size={16} />}
              to={paths.boardEditor(name)}
              aria-label={`Edit ${title}`}
            >
              Edit
            </ButtonLink>
          )}
          <ButtonLink
            variant="default"
            leftSection={<Icon name="external" size={16} />}
            to={`${paths.board(name)}?kiosk`}
            aria-label={`Open ${title} as a kiosk`}
          >
            Kiosk
          </ButtonLink>
        </div>
      </div>
      <KioskAddress board={board} />
    </li>
  );
}

/** Explains which boards a kiosk shows and for how long. */
function rotationText(boards: readonly Board[]): string {
  const rotating = boards.filter(({ inRotation }) => inRotation);
  const seconds = rotating.reduce((sum, each) => sum + each.seconds, 0);
  if (rotating.length < 2) return "A display opened at a board's kiosk link stays on that board.";
  const cycle = seconds < 120 ? `${seconds} s` : formatSpan(seconds * 1000);
  const titles = rotating.map(boardTitle);
  const names = `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
  return `Kiosks rotate through ${names}; a full cycle takes ${cycle}.`;
}

/** How to show a board on a wall display. */
function KioskSteps() {
  return (
    <div className={classes.wall}>
      <Panel title="Put a board on a wall">
        <ol>
          <li>
            <h3>Open its kiosk link</h3>
            <p>Use a full-screen browser on the display. The header, footer and pointer are hidden.</p>
          </li>
          <li>
            <h3>Rotate boards</h3>
            <p>Boards in rotation follow one another, each for the time in its settings.</p>
          </li>
          <li>
            <h3>Leave it running</h3>
            <p>The kiosk keeps the screen awake, picks up changes made here, and reconnects automatically.</p>
          </li>
        </ol>
      </Panel>
    </div>
  );
}
