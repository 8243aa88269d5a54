import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { alertHistoryQuery, configQuery, createQueryClient } from '~/api/queries';
import type { AlertReport, AppConfig } from '~/api/types';
import { useMarkRead } from './useMarkRead';

const report = (id: number) => ({ id, read: false }) as AlertReport;

test('if the server rejects marking reports as read, one request is sent per new report', async () => {
  const fetch = vi.fn(async () => new Response('Not from here.', { status: 403 }));
  vi.stubGlobal('fetch', fetch);
  const client = createQueryClient();
  client.setQueryData(configQuery.queryKey, { readOnly: false } as AppConfig);
  client.setQueryData(alertHistoryQuery.queryKey, []);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const requestsDone = () => act(() => new Promise((done) => setTimeout(done, 20)));
  const hook = renderHook(({ reports }) => useMarkRead(reports), {
    wrapper,
    initialProps: { reports: [report(1)] },
  });
  await requestsDone();
  expect(fetch).toHaveBeenCalledTimes(1);
  hook.rerender({ reports: [report(1)] });
  await requestsDone();
  expect(fetch).toHaveBeenCalledTimes(1);
  hook.rerender({ reports: [report(2), report(1)] });
  await requestsDone();
  expect(fetch).toHaveBeenCalledTimes(2);
});
