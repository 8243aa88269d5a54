import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createQueryClient, tickerQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { fakeTicker } from '~/live/ticker.fake';
import { useRecent } from '~/state/recent';
import { useRecordRecent } from './useRecordRecent';

test('an opened ticker is recorded once it is loaded, and an unknown one never', async () => {
  localStorage.clear();
  const client = createQueryClient();
  const openPath = (path: string) =>
    renderHook(useRecordRecent, {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
        </QueryClientProvider>
      ),
    });
  const { result } = renderHook(useRecent);
  openPath('/ticker/AAPLE');
  openPath('/ticker/AAPL');
  expect(result.current).toEqual([]);
  act(() => client.setQueryData(tickerQuery('AAPL').queryKey, fakeTicker(1) as TickerDetail));
  await waitFor(() => expect(result.current).toEqual(['AAPL']));
});
