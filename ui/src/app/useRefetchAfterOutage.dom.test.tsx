import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { configQuery, createQueryClient, filteredNewsQuery, newsQuery, sessionQuery } from '~/api/queries';
import { fakeSockets } from '~/live/socket.fake';

const sockets = fakeSockets();

test('configuration, session and news are refetched after an outage of a few seconds', async () => {
  vi.useFakeTimers();
  const { onAlert } = await import('~/live/feed');
  const { useRefetchAfterOutage } = await import('./useRefetchAfterOutage');
  const client = createQueryClient();
  const sentiment = filteredNewsQuery({ sentiment: 'positive' });
  const keys = [configQuery, sessionQuery, newsQuery, sentiment].map(({ queryKey }) => queryKey as string[]);
  for (const key of keys) client.setQueryData(key, {});
  const outdated = () => keys.filter((key) => client.getQueryState(key)?.isInvalidated);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  renderHook(useRefetchAfterOutage, { wrapper });
  onAlert(() => undefined);
  sockets[0]?.accept();
  expect(outdated()).toEqual([]);
  sockets[0]?.end(false);
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
  sockets[1]?.accept();
  expect(outdated()).toEqual(keys);
});
