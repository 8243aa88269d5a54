import { call } from '~/api/call';
import { boardsQuery } from '~/api/queries';
import type { Board } from '~/api/types';
import ShareDialog from '~/widgets/ShareDialog/ShareDialog';

interface Props {
  board: Board;
  onClose: () => void;
}

/** Chooses who else can read or change a board. */
export default function ShareBoardDialog({ board, onClose }: Props) {
  const { name, title, shares } = board;
  return (
    <ShareDialog
      kind="board"
      intro={introOf(title, board.tiles)}
      shares={shares}
      save={(shares) => call('put', '/api/boards/{name}/shares', { path: { name }, payload: { shares } })}
      queryKey={boardsQuery.queryKey}
      onClose={onClose}
    />
  );
}

/** Says what others see in tiles with private data. */
function introOf(title: string, tiles: Board['tiles']): string {
  const contents = tiles.map(({ content }) => content);
  const parts = [`"${title}" is shared with its layout, not with your data.`];
  if (contents.some((content) => content.kind === 'list' && content.watchlist))
    parts.push('Others see a watchlist on it only if you share that list, too.');
  if (contents.some(({ kind }) => kind === 'alerts' || kind === 'holdings'))
    parts.push('Tiles with alerts and holdings show those of the person who looks.');
  return parts.join(' ');
}
