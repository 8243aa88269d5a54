import type { Board } from '~/api/types';
import { isWritable } from '~/market/isWritable';

/** Returns a board's title, after its owner's name if another person shares it: 'Anna: Kitchen'. */
export const boardTitle = ({ title, ownerName }: Pick<Board, 'title' | 'ownerName'>): string =>
  ownerName ? `${ownerName}: ${title}` : title;

/** Returns the reason why a board that another person shares can't be changed; null if it can. */
export const readOnlyBoardReason = (board: Board): string | null =>
  isWritable(board) ? null : `${board.ownerName} shares this board for reading only.`;
