import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { FakeSocket } from '~/live/socket.fake';
import { fakeTicker } from '~/live/ticker.fake';
import { quickAlert } from '~/widgets/QuickAlert';
import { RowStarPopup } from '~/widgets/WatchStar';
import { columns } from './columns';
import { TickerTable } from './TickerTable';

const ROWS: TickerRow[] = ['AAPL', 'MSFT', 'NVDA'].map((symbol, at) => ({
  ...fakeTicker(at + 1, { symbol, name: `${symbol} Inc.`, price: 100 + at }),
  spark: [],
  fund: null,
  isin: null,
  figi: null,
  tvl: null,
  displayRate: { currency: 'USD', value: 1, asOf: null, basis: null, isCrossRate: false },
}));
let lists: { id: number; name: string; tickers: number[] }[] = [];
let sent: string[] = [];
/** The media queries that match: none in a window of 64em and more. */
let windowMatches = new Set<string>();

function respond(path: string, method: string, body: { tickerId?: number } | undefined): unknown {
  const list = lists.find(({ id }) => path.endsWith(`/watchlists/${id}/tickers`));
  if (list && method === 'POST') {
    list.tickers.push(body?.tickerId ?? 0);
    return { watchlistItemId: 10 + (body?.tickerId ?? 0) };
  }
  if (list) return { tickers: list.tickers.map((id) => ({ id, watchlistItemId: 10 + id, note: '' })) };
  if (path.endsWith('/watchlists')) return lists.map(({ id, name }) => ({ id, name }));
  return path.endsWith('/config') ? { readOnly: false, market: 'sample' } : null;
}

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollBy = () => undefined;
  lists = [{ id: 7, name: 'Mine', tickers: [2] }];
  sent = [];
  windowMatches = new Set();
  vi.stubGlobal('WebSocket', function open(url: string) {
    return new FakeSocket(url);
  });
  window.matchMedia = (query: string) =>
    ({
      // The app asks once for each query.
      get matches() {
        return windowMatches.has(query);
      },
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = new URL(url, 'http://deck').pathname;
    const method = init.method ?? 'GET';
    sent.push(`${method} ${path}`);
    const found = respond(path, method, init.body ? JSON.parse(String(init.body)) : undefined);
    return found === null ? new Response('none', { status: 404 }) : Response.json(found);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Address = () => <output>{useLocation().pathname + useLocation().search}</output>;
const address = () => document.querySelector('output')?.textContent;
const link = (symbol: string) => screen.getByRole('link', { name: new RegExp(`^${symbol}`) });
const star = (symbol: string) => screen.getByRole('button', { name: `Watch ${symbol}`, hidden: true });

function show(rows = ROWS) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <TickerTable
            label="Stocks"
            rows={rows}
            columns={[columns.symbol, columns.price]}
            emptyText="None"
          />
          <RowStarPopup />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

test('the space bar opens the quote next to the table, the arrows change it, Enter opens the page', async () => {
  const user = show();
  link('AAPL').focus();
  await user.keyboard(' ');
  expect(await screen.findByRole('complementary', { name: 'Quote of AAPL' })).toHaveTextContent('AAPL Inc.');
  expect(address()).toBe('/?sheet=AAPL');
  await user.keyboard('{ArrowDown}');
  expect(link('MSFT')).toHaveFocus();
  expect(await screen.findByRole('complementary', { name: 'Quote of MSFT' })).toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(address()).toBe('/ticker/MSFT');
});

test('Escape closes the quote and keeps focus on its row; A opens the alert form', async () => {
  const user = show();
  link('NVDA').focus();
  await user.keyboard(' ');
  await screen.findByRole('complementary', { name: 'Quote of NVDA' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(link('NVDA')).toHaveFocus();
  await user.keyboard('a');
  expect(quickAlert.get()?.ticker.symbol).toBe('NVDA');
  expect(quickAlert.get()?.button === link('NVDA')).toBe(true);
});

test('a click on a row opens its quote, J and K walk, the button returns focus', async () => {
  const user = show();
  await user.click(screen.getByRole('cell', { name: /101/ }));
  expect(await screen.findByRole('complementary', { name: 'Quote of MSFT' })).toHaveTextContent('MSFT Inc.');
  expect(link('MSFT')).toHaveFocus();
  expect(link('MSFT').closest('tr')).toHaveAttribute('data-selected', 'true');
  await user.keyboard('j');
  await waitFor(() => expect(address()).toBe('/?sheet=NVDA'));
  await user.keyboard('jk');
  expect(link('MSFT')).toHaveFocus();
  await waitFor(() => expect(address()).toBe('/?sheet=MSFT'));
  await user.click(screen.getByRole('button', { name: 'Close quote' }));
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(link('MSFT')).toHaveFocus();
  expect(address()).toBe('/');
});

test('in a narrow window, a click on a row opens the page', async () => {
  windowMatches.add('screen and (width < 64em)');
  const user = show();
  await user.click(screen.getByRole('cell', { name: /101/ }));
  expect(address()).toBe('/ticker/MSFT');
});

test('a star shows whether its ticker is in a list, and S adds it', async () => {
  const user = show();
  await waitFor(() => expect(star('MSFT')).toHaveAttribute('aria-pressed', 'true'));
  expect(star('AAPL')).toHaveAttribute('aria-pressed', 'false');
  link('AAPL').focus();
  await user.keyboard('s');
  await waitFor(() => expect(star('AAPL')).toHaveAttribute('aria-pressed', 'true'));
  expect(sent).toContain('POST /api/watchlists/7/tickers');
});

test('with several lists, the star opens a choice of lists', async () => {
  lists.push({ id: 8, name: 'Later', tickers: [] });
  const user = show();
  await waitFor(() => expect(star('AAPL')).toBeEnabled());
  await user.click(star('AAPL'));
  const choice = await screen.findByRole('dialog', { name: 'Watchlists', hidden: true });
  await user.click(within(choice).getByRole('button', { name: 'Later', hidden: true }));
  await waitFor(() => expect(sent).toContain('POST /api/watchlists/8/tickers'));
});

test("a hidden column stays hidden, and the row header can't be hidden", async () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({ ...(ROWS[0] as TickerRow), id: at + 1 }));
  const table = (
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <TickerTable
            label="Stocks"
            rows={rows}
            columns={[columns.symbol, columns.price]}
            emptyText="None"
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { unmount } = render(table);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Columns (1)' }));
  const chooser = await screen.findByRole('dialog', { name: 'Columns', hidden: true });
  expect(within(chooser).getAllByRole('checkbox', { hidden: true })).toHaveLength(4);
  await user.click(within(chooser).getByLabelText('Price'));
  expect(screen.queryByRole('columnheader', { name: 'Price', hidden: true })).toBeNull();
  unmount();
  render(table);
  expect(screen.getByRole('columnheader', { name: 'Symbol' })).toBeInTheDocument();
  expect(screen.queryByRole('columnheader', { name: 'Price' })).toBeNull();
});

test('a stock that is not followed has no quote and no alert form; its link opens the page that offers to follow it', async () => {
  const user = show(ROWS.map((row) => (row.symbol === 'MSFT' ? { ...row, id: -1 } : row)));
  link('MSFT').focus();
  await user.keyboard(' a');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(quickAlert.get()?.ticker.symbol).not.toBe('MSFT');
  await user.keyboard('{ArrowDown}');
  expect(link('NVDA')).toHaveFocus();
  await user.click(screen.getByRole('cell', { name: /101/ }));
  expect(address()).toBe('/ticker/MSFT');
});
