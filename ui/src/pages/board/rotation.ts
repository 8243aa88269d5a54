import type { Board } from '~/api/types';

type RotatingBoard = Pick<Board, 'name' | 'inRotation'>;

/** The board with this name, or the first rotating one if it was deleted, so that a wall display is never empty. */
export function shownBoard<B extends RotatingBoard>(boards: readonly B[], name: string): B | undefined {
  return (
    boards.find((board) => board.name === name) ?? boards.find(({ inRotation }) => inRotation) ?? boards[0]
  );
}

/** The next board in the rotation; undefined if the board doesn't rotate or is the only one. */
export function nextBoard(boards: readonly RotatingBoard[], name: string): string | undefined {
  const rotating = boards.filter(({ inRotation }) => inRotation);
  const index = rotating.findIndex((board) => board.name === name);
  return index < 0 || rotating.length < 2 ? undefined : rotating[(index + 1) % rotating.length]?.name;
}
