import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { useToasts } from '~/state/toasts';
import { ApiError } from './client';
import { createQueryClient } from './queries';
import { useAction } from './useAction';

const KEY = ['notes'];
const rejection = new ApiError(409, 'This note exists.');

/** Renders an action with cached notes 'a' and 'b'; returns the toasts and the refreshed keys. */
function renderAction(options: Partial<Parameters<typeof useAction<string, string, string[]>>[0]>) {
  const client = createQueryClient();
  client.setQueryData(KEY, ['a', 'b']);
  const refreshed = vi.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const send = async (input: string) => input.toUpperCase();
  const use = () => ({ ...useAction({ send, refresh: [KEY], ...options }), toast: useToasts()[0] });
  const { result } = renderHook(use, { wrapper });
  const run = async (input: string) => {
    await act(() => result.current.mutateAsync(input).catch(() => undefined));
    return result.current.toast;
  };
  const keys = () => refreshed.mock.calls.map(([filters]) => filters?.queryKey);
  return { client, result, run, keys, notes: () => client.getQueryData(KEY) };
}

const reject = (cause: Error) => () => Promise.reject(cause);

test('success shows the toast and refetches every query', async () => {
  const done = (output: string, input: string) => ['Saved', `${input} is ${output} now.`] as const;
  const { run, keys } = renderAction({ done, refresh: [KEY, ['others']] });
  expect(await run('a')).toMatchObject({ title: 'Saved', messages: ['a is A now.'], tone: 'default' });
  expect(keys()).toEqual([KEY, ['others']]);
});

test.each([
  ["the server's own sentence", rejection, 'Failed to save.', 'This note exists.'],
  ['the fallback', new Error('timed out'), 'Failed to save.', 'Failed to save.'],
  ["the error's message without a fallback", new Error('timed out'), undefined, 'timed out'],
  ['the text returned by a function', rejection, (_: Error, input: string) => `Not ${input}.`, 'Not a.'],
])('failure shows %s and refetches', async (_, cause, failed, text) => {
  const { run, keys } = renderAction({ send: reject(cause), failed });
  expect(await run('a')).toMatchObject({ title: 'Error', messages: [text], tone: 'destructive' });
  expect(keys()).toEqual([KEY]);
});

test.each([false, () => false] as const)('an error that a form shows itself has no toast', async (failed) => {
  const { run, result } = renderAction({ send: reject(rejection), failed });
  const before = result.current.toast;
  expect(await run('a')).toBe(before);
  await waitFor(() => expect(result.current.error).toBe(rejection));
});

test('Undo calls the given function; a toast without undo has no button', async () => {
  const restore = vi.fn();
  const deleted = renderAction({ done: (_, input) => ['Deleted', null, () => restore(input)] });
  const toast = await deleted.run('a');
  expect(toast).toMatchObject({ title: 'Deleted', messages: [], action: { label: 'Undo' } });
  toast?.action?.run();
  expect(restore).toHaveBeenCalledWith('a');
  expect(await renderAction({ done: () => ['Saved'] }).run('a')).not.toHaveProperty('action');
});

const optimistic = {
  queryKey: KEY,
  update: (notes: string[], input: string) => notes.filter((note) => note !== input),
};

test('an optimistic change is shown immediately and rolled back on failure', async () => {
  let rejectResponse = (_: Error) => {};
  const response = new Promise<string>((_, reject) => {
    rejectResponse = reject;
  });
  const { result, notes } = renderAction({ send: () => response, optimistic });
  act(() => result.current.mutate('a'));
  expect(notes()).toEqual(['b']);
  rejectResponse(rejection);
  await waitFor(() => expect(notes()).toEqual(['a', 'b']));
});

test('a rollback keeps newer data', async () => {
  const { client, run, notes } = renderAction({
    optimistic,
    send: () => {
      client.setQueryData(KEY, ['newer']);
      return Promise.reject(rejection);
    },
  });
  await run('a');
  expect(notes()).toEqual(['newer']);
});

test('actions of a queue are sent one after another, and only the last one refreshes', async () => {
  const responses: (() => void)[] = [];
  const send = vi.fn(
    (input: string) => new Promise<string>((resolve) => responses.push(() => resolve(input))),
  );
  const { result, keys } = renderAction({ send, queue: 'notes' });
  act(() => ['a', 'b'].forEach((input) => void result.current.mutate(input)));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  await act(async () => responses[0]?.());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(keys()).toEqual([]);
  await act(async () => responses[1]?.());
  await waitFor(() => expect(keys()).toEqual([KEY]));
});
