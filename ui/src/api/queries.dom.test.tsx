import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { useQuery } from '~/api/useQuery';
import { alertsQuery, createQueryClient, watchlistsQuery, watchlistTickersQuery } from './queries';

test.each([
  ['alerts', alertsQuery],
  ['watchlists', watchlistsQuery],
  ['the tickers of a list', watchlistTickersQuery(1)],
])(
  '%s changed on another device appear within a minute, and when the page is opened again',
  async (_, query) => {
    vi.useFakeTimers();
    const fetch = vi.fn(async () => Response.json([]));
    vi.stubGlobal('fetch', fetch);
    const client = createQueryClient();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const open = () => renderHook(() => useQuery(query as typeof alertsQuery), { wrapper });
    const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const page = open();
    await advance(10);
    expect(fetch).toHaveBeenCalledTimes(1);
    await advance(60_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    page.unmount();
    await advance(6_000);
    open();
    await advance(10);
    expect(fetch).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  },
);
