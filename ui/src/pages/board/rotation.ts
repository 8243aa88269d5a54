import type { Board } from '~/api/types';

type Turning = Pick<Board, 'name' | 'inRotation'>;

/** The board with this name, or the first rotating one if it was deleted, so that a wall display is never empty. */
export function shownBoard<B extends Turning>(boards: readonly B[], name: string): B | undefined {
  return (
    boards.find((board) => board.name === name) ?? boards.find(({ inRotation }) => inRotation) ?? boards[0]
  );
}

/** The next board in the rotation; undefined if the board doesn't rotate or is the only one. */
export function nextBoard(boards: readonly Turning[], name: string): string | undefined {
  const turning = boards.filter(({ inRotation }) => inRotation);
  const at = turning.findIndex((board) => board.name === name);
  return at < 0 || turning.length < 2 ? undefined : turning[(at + 1) % turning.length]?.name;
}
