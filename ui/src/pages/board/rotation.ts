import type { Board } from '~/api/types';

type Turning = Pick<Board, 'name' | 'inRotation'>;

/** The board of this name; where it is gone, the first that takes turns, so that a wall never stands empty. */
export function shownBoard<B extends Turning>(boards: readonly B[], name: string): B | undefined {
  return (
    boards.find((board) => board.name === name) ?? boards.find(({ inRotation }) => inRotation) ?? boards[0]
  );
}

/** Which board follows; none where a board stands alone, or takes no turns itself. */
export function nextBoard(boards: readonly Turning[], name: string): string | undefined {
  const turning = boards.filter(({ inRotation }) => inRotation);
  const at = turning.findIndex((board) => board.name === name);
  return at < 0 || turning.length < 2 ? undefined : turning[(at + 1) % turning.length]?.name;
}
