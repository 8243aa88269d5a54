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

test('a ticker is remembered once the server knows it, and a typo never', async () => {
  localStorage.clear();
  const client = createQueryClient();
  const at = (path: string) =>
    renderHook(useRecordRecent, {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
        </QueryClientProvider>
      ),
    });
  const { result } = renderHook(useRecent);
  at('/ticker/AAPLE');
  at('/ticker/AAPL');
  expect(result.current).toEqual([]);
  act(() => client.setQueryData(tickerQuery('AAPL').queryKey, fakeTicker(1) as TickerDetail));
  await waitFor(() => expect(result.current).toEqual(['AAPL']));
});
