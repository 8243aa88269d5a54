import { boardsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { EmptyState } from '~/components/EmptyState';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { readOnlyReasonOf } from '~/market/sharing';
import { PartReadOnly } from '~/widgets/useReadOnly';
import { Editor } from './Editor';

/** Loads the board for the editor. */
export default function EditorPage({ name }: { name: string }) {
  const boards = useQuery(boardsQuery);
  return (
    <QueryState
      query={boards}
      skeleton={<BlockSkeleton height={720} />}
      errorText="Couldn't load the boards."
    >
      {(allBoards) => {
        const board = allBoards.find((each) => each.name === name);
        return board ? (
          <PartReadOnly value={readOnlyReasonOf('board', board)}>
            <Editor key={name} boards={allBoards} loaded={board} />
          </PartReadOnly>
        ) : (
          <EmptyState text={`There's no board named '${name}'.`} />
        );
      }}
    </QueryState>
  );
}
