import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/call';
import { drawingsQuery } from '~/api/queries';
import type { DrawingPoint, UserDrawing } from '~/api/types';
import { useAction } from '~/api/useAction';
import { TOOL_NAMES } from '~/chart/drawings/names';
import type { Drawn } from '~/chart/drawings/shape';

interface Move {
  drawing: UserDrawing;
  points: readonly DrawingPoint[];
  isUndo?: boolean;
}

/** Saves, moves and deletes the drawings on a ticker; each change can be undone. */
export function useDrawingChanges(symbol: string) {
  const client = useQueryClient();
  const { queryKey } = drawingsQuery(symbol);
  const refresh = [queryKey];
  const post = ({ tool, points }: Drawn) =>
    call('post', '/api/drawings', { payload: { symbol, tool, points: [...points] } });
  const remove = useAction({
    send: ({ drawing: { id } }: { drawing: UserDrawing; isUndo?: boolean }) =>
      call('delete', '/api/drawings/{id}', { path: { id } }),
    refresh,
    done: (_, { drawing, isUndo }) =>
      isUndo ? undefined : [`${TOOL_NAMES[drawing.tool]} deleted`, symbol, () => restore.mutate([drawing])],
    failed: "Couldn't delete the drawing.",
    optimistic: {
      queryKey,
      update: (known: UserDrawing[], { drawing }) => known.filter(({ id }) => id !== drawing.id),
    },
  });
  const create = useAction({
    send: post,
    refresh,
    done(drawing) {
      // Its id makes the drawing selectable now, not only after the refresh.
      client.setQueryData<UserDrawing[]>(queryKey, (known = []) => {
        const index = known.findIndex(({ id }) => id === 0);
        return index < 0 ? known : known.with(index, drawing);
      });
      return [`${TOOL_NAMES[drawing.tool]} saved`, symbol, () => remove.mutate({ drawing, isUndo: true })];
    },
    // The drawing stays visible until the server has given it an id; until then it cannot be changed.
    optimistic: {
      queryKey,
      update: (known: UserDrawing[], { tool, points }) => [
        ...known,
        { id: 0, symbol, tickerId: 0, tool, points: [...points], createdAt: '', changedAt: '' },
      ],
    },
  });
  const move = useAction({
    send: ({ drawing: { id }, points }: Move) =>
      call('patch', '/api/drawings/{id}', { path: { id }, payload: { points: [...points] } }),
    refresh,
    done: (_, { drawing, isUndo }) => {
      const undo = () => move.mutate({ drawing, points: drawing.points, isUndo: true });
      return isUndo ? undefined : [`${TOOL_NAMES[drawing.tool]} moved`, symbol, undo];
    },
    optimistic: {
      queryKey,
      update: (known: UserDrawing[], { drawing, points }) =>
        known.map((each) => (each.id === drawing.id ? { ...each, points: [...points] } : each)),
    },
  });
  const removeAll = useAction({
    send: (_: readonly UserDrawing[]) => call('delete', '/api/drawings', { query: { symbol } }),
    refresh,
    done: (_, drawings) => [
      drawings.length === 1 ? '1 drawing deleted' : `${drawings.length} drawings deleted`,
      symbol,
      () => restore.mutate(drawings),
    ],
    failed: "Couldn't delete the drawings.",
    optimistic: { queryKey, update: () => [] },
  });
  const restore = useAction({
    // One after another, so that they keep their order.
    send: async (drawings: readonly UserDrawing[]) => {
      for (const drawing of drawings) await post(drawing);
    },
    refresh,
    failed: "Couldn't restore every drawing.",
  });
  return { create, move, remove, removeAll };
}
