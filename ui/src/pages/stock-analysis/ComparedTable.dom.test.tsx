import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient, tickerQuery } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { quotes } from '~/live/feed';
import { fakeTicker } from '~/live/ticker.fake';
import { ComparedTable } from './ComparedTable';

const ROW = {
  ...fakeTicker(1, { price: 110 }),
  spark: [1, 2, 3],
  fund: null,
  isin: null,
  figi: null,
  tvl: null,
  displayRate: { currency: 'USD', value: 1, asOf: null, basis: null, isCrossRate: false },
};

// jsdom lacks animations, which flash changed prices.
HTMLElement.prototype.animate = () => ({ cancel: () => undefined }) as unknown as Animation;

afterEach(() => void vi.useRealTimers());

test('the mark in the 52-week range follows the live price, clamped to its ends', () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  client.setQueryData(tickerQuery('T1').queryKey, { ...ROW, yearLow: 100, yearHigh: 200 } as TickerDetail);
  const { container } = render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ComparedTable rows={[ROW]} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const mark = () => container.querySelector<HTMLElement>('[class*="yearTrack"] span')?.style.left;
  const receivePrice = (price: number, updatedAt: string) =>
    act(() => {
      quotes.receive(fakeTicker(1, { price, updatedAt }));
      vi.advanceTimersByTime(100);
    });
  expect(mark()).toBe('10%');
  receivePrice(150, '2026-11-20T15:10:00Z');
  expect(mark()).toBe('50%');
  receivePrice(250, '2026-11-20T15:11:00Z');
  expect(mark()).toBe('100%');
});
