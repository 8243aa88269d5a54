import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createQueryClient } from '~/api/queries';
import { type FakeSocket, fakeSockets } from '~/live/socket.fake';

const sockets = fakeSockets();

test('ALRT-05 a report that the server delivers twice is shown once; the next report of the same alert is shown', async () => {
  const { useAlertNotices } = await import('./useAlertNotices');
  const { dismissToast, useToasts } = await import('~/state/toasts');
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook(
    () => {
      useAlertNotices();
      return useToasts();
    },
    { wrapper },
  );
  const socket = sockets.at(-1) as FakeSocket;
  socket.accept();
  const fire = (id: number | null, firedAt: string) =>
    act(() =>
      socket.receive(
        JSON.stringify({
          type: 'alert_fired',
          data: { id, alertId: 7, firedAt, sentence: `Report at ${firedAt}` },
        }),
      ),
    );
  const messages = () => hook.result.current.flatMap((toast) => toast.messages);
  fire(1, '12:00');
  act(() => dismissToast(hook.result.current[0]?.id ?? 0));
  fire(1, '12:00');
  expect(messages()).toEqual(['Report at 12:00']);
  fire(2, '12:05');
  fire(null, '12:10');
  expect(messages()).toEqual(['Report at 12:05', 'Report at 12:10', 'Report at 12:00']);
});
