import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { quotes } from '~/live/feed';
import { fakeTicker } from '~/live/ticker.fake';
import { columns } from './columns';
import { TickerTable } from './TickerTable';
import { RERANK_MS } from './useLiveOrder';

const row = (id: number, change24h: number): TickerRow => ({
  ...fakeTicker(id, { change24h }),
  spark: [1, 2, 3],
  fund: null,
  isin: null,
  figi: null,
  tvl: null,
  displayRate: { currency: 'USD', value: 1, asOf: null, basis: null, isCrossRate: false },
});
const ROWS = [row(1, 3), row(2, 2), row(3, 1)];

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <TickerTable
            label="Movers"
            rows={ROWS}
            columns={[columns.symbol, columns.change24h]}
            initialSort={{ key: '24h', dir: 'desc' }}
            emptyText="None"
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
});
afterEach(() => void vi.useRealTimers());

const order = () => screen.getAllByRole('row').flatMap((each) => each.dataset.row ?? []);
const receive = (id: number, change24h: number, updatedAt: string) =>
  act(() => quotes.receive(fakeTicker(id, { change24h, updatedAt })));
const waitForReorder = () => act(() => vi.advanceTimersByTime(RERANK_MS));

test('rows are sorted by live values, and keep their order while the user is in the table', () => {
  expect(order()).toEqual(['1', '2', '3']);
  receive(3, 9, '2026-11-20T15:10:00Z');
  waitForReorder();
  expect(order()).toEqual(['3', '1', '2']);

  const heading = screen.getByRole('button', { name: '24h Change' });
  act(() => heading.focus());
  receive(2, 20, '2026-11-20T15:11:00Z');
  waitForReorder();
  expect(order()).toEqual(['3', '1', '2']);
  act(() => heading.blur());
  waitForReorder();
  expect(order()).toEqual(['2', '3', '1']);
});
