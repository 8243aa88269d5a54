import { useParams, useSearchParams } from 'react-router-dom';
import { boardsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { EmptyState } from '~/components/EmptyState';
import { Icon } from '~/components/Icon';
import { Link, NavLink } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { QueryState } from '~/components/QueryState';
import segmented from '~/components/Segmented.module.css';
import { BlockSkeleton } from '~/components/Skeletons';
import { useIsNarrow } from '~/hooks/useIsPhone';
import { useUrlText } from '~/hooks/useUrlChoice';
import { isWritable } from '~/market/sharing';
import { paths } from '~/paths';
import { ReplayButton } from '~/widgets/Replay/ReplayButton';
import { REPLAY_PARAM, REPLAY_START } from '~/widgets/Replay/replayParam';
import { BoardStack } from './BoardGrid';
import classes from './BoardPage.module.css';
import { boardTitle } from './boardTitle';
import { ShareButton } from './ShareButton';
import { Stage } from './Stage';

const EditorPage = retryingLazy(() => import('./editor/EditorPage'));
const ReplayBar = retryingLazy(() => import('~/widgets/Replay/ReplayBar'));

/** `/board/{name}`; the editor's code is loaded only with `?edit`. */
export default function BoardPage() {
  const { name = '' } = useParams();
  const [parameters] = useSearchParams();
  if (!parameters.has('edit')) return <ShownBoard name={name} />;
  return (
    <LazyBoundary>
      <EditorPage name={name} />
    </LazyBoundary>
  );
}

/** A board within the page frame; a wall display shows it without the frame (`?kiosk`). */
function ShownBoard({ name }: { name: string }) {
  const boards = useQuery(boardsQuery);
  const isNarrow = useIsNarrow();
  const [replay, setReplay] = useUrlText(REPLAY_PARAM);
  const setReplaying = (next: boolean) => setReplay(next ? REPLAY_START : '');
  return (
    <div className={`container ${classes.page}`}>
      <QueryState
        query={boards}
        skeleton={<BlockSkeleton height={720} />}
        errorText="Couldn't load the boards."
      >
        {(allBoards) => {
          const board = allBoards.find((each) => each.name === name);
          return (
            <>
              <div className={classes.head}>
                {/* Omitted next to the tabs, which already show the title. */}
                <h1 className={allBoards.length > 1 ? 'visually-hidden' : undefined}>
                  {board ? boardTitle(board) : 'Boards'}
                </h1>
                <nav aria-label="Boards" className={`${segmented.track} ${classes.tabs}`}>
                  {allBoards.map((each) => (
                    <NavLink key={each.name} to={paths.board(each.name)}>
                      {boardTitle(each)}
                    </NavLink>
                  ))}
                </nav>
                {board && (
                  <span className={classes.actions}>
                    <ReplayButton
                      isReplaying={replay !== ''}
                      onChange={setReplaying}
                      className={classes.edit}
                    />
                    {isWritable(board) && (
                      <Link className={classes.edit} to={paths.boardEditor(board.name)}>
                        <Icon name="edit" size={16} /> Edit
                      </Link>
                    )}
                    <ShareButton board={board} className={classes.edit} />
                    <Link className={classes.kiosk} to={`${paths.board(board.name)}?kiosk`}>
                      <Icon name="external" size={16} /> Open kiosk
                    </Link>
                  </span>
                )}
              </div>
              {board && replay !== '' && (
                <LazyBoundary onFail={() => setReplaying(false)}>
                  <ReplayBar onClose={() => setReplaying(false)} />
                </LazyBoundary>
              )}
              {!board && <EmptyState text={`There's no board named '${name}'.`} />}
              {board && (isNarrow ? <BoardStack board={board} /> : <Stage board={board} screen="1080p" />)}
            </>
          );
        }}
      </QueryState>
    </div>
  );
}
