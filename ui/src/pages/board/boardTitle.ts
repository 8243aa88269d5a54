import type { Board } from '~/api/types';
import { sharedName } from '~/market/sharing';

/** Returns a board's title, after its owner's name if another person shares it: 'Anna: Kitchen'. */
export const boardTitle = (board: Pick<Board, 'title' | 'ownerName'>): string =>
  sharedName(board.title, board);
