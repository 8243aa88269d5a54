import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { FakeSocket } from '~/live/socket.fake';
import { fakeTicker } from '~/live/ticker.fake';
import type { Column } from './column';
import { columns } from './columns';
import { TickerTable } from './TickerTable';

const COLUMNS: Column[] = [
  columns.symbol,
  columns.price,
  columns.change24h,
  columns.change7d,
  columns.marketCap,
];
const ROWS: TickerRow[] = Array.from({ length: 50 }, (_, i) => ({
  ...fakeTicker(i + 1),
  spark: [1, 2, 3],
  fund: null,
  isin: null,
  figi: null,
  tvl: null,
  displayRate: { currency: 'USD', value: 1, asOf: null, basis: null, isCrossRate: false },
}));

/** Every cell rendered by React, as '7 price'. */
let rendered: string[] = [];
const profiled = COLUMNS.map((column) => ({
  ...column,
  render: (row: TickerRow, index: number) => (
    <Profiler id={`${row.id} ${column.key}`} onRender={(id) => rendered.push(id)}>
      {column.render(row, index)}
    </Profiler>
  ),
}));

let socket: FakeSocket;
let frames: (() => void)[] = [];
vi.stubGlobal('WebSocket', function open(url: string) {
  socket = new FakeSocket(url);
  return socket;
});
// Simulates a fast device that draws all tickers at once.
vi.mock('~/live/priceScheduler', () => ({
  schedulePrices: (run: (maxTickers: number) => number) => frames.push(() => run(Number.POSITIVE_INFINITY)),
}));

const drawFrame = () =>
  act(() => {
    const due = frames;
    frames = [];
    for (const run of due) run();
  });
const tick = (id: number, price: number, second: number) =>
  socket.receive(
    JSON.stringify({
      type: 'ticker_update',
      data: fakeTicker(id, { price, updatedAt: `2026-11-20T15:00:${String(second).padStart(2, '0')}Z` }),
    }),
  );

beforeEach(async () => {
  render(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <TickerTable label="Tickers" rows={ROWS} columns={profiled} emptyText="None" />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  // The connection is opened after the first frame and serves both tests.
  await act(async () => undefined);
  if (!socket.isAccepted) socket.accept();
  rendered = [];
});

test('one tick renders only the changed cell, of fifty rows', () => {
  tick(7, 123.45, 10);
  drawFrame();
  expect(rendered).toEqual(['7 price']);
  expect(screen.getByText('$123.45')).toBeVisible();
});

test('a thousand ticks between two frames render each price once', () => {
  for (let i = 0; i < 1000; i++) tick((i % 50) + 1, 200 + i, 20 + Math.floor(i / 50));
  drawFrame();
  expect(rendered.toSorted()).toEqual(ROWS.map(({ id }) => `${id} price`).toSorted());
});
