import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '~/api/queries';
import { FakeSocket } from '~/live/socket.fake';
import { fakeTicker } from '~/live/ticker.fake';
import { recordRecent } from '~/state/recent';
import CommandPalette from './CommandPalette';

const row = (id: number, symbol: string, name: string) => ({
  ...fakeTicker(id, { symbol, name, price: 310.54 }),
  spark: [1, 2, 3],
});
const TICKERS = [
  row(1, 'AAPL', 'Apple Inc.'),
  row(2, 'APP', 'AppLovin Corporation'),
  row(3, 'MSFT', 'Microsoft Corporation'),
];
let sent: { url: string; method: string; body: unknown }[] = [];
let readOnly = false;

/** Returns the fake server's response to a request of the palette; null for 404. */
function responseBody(url: string, method: string): unknown {
  const { pathname, searchParams } = new URL(url, 'http://deck');
  if (pathname.endsWith('/config')) return { readOnly, market: 'sample' };
  if (pathname.endsWith('/tickers/search')) {
    const text = (searchParams.get('q') ?? '').toLowerCase();
    return TICKERS.filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(text));
  }
  if (pathname.endsWith('/tickers') && method === 'GET') {
    const symbols = searchParams.get('symbols')?.split(',') ?? [];
    return symbols.flatMap((symbol) => TICKERS.filter((each) => each.symbol === symbol));
  }
  if (pathname.endsWith('/watchlists') && method === 'GET') return [{ id: 7, name: 'Mine' }];
  if (method === 'POST') return {};
  return null;
}

beforeEach(() => {
  sent = [];
  readOnly = false;
  localStorage.clear();
  vi.stubGlobal('WebSocket', function open(url: string) {
    return new FakeSocket(url);
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    sent.push({ url, method, body: init.body ? JSON.parse(String(init.body)) : undefined });
    const body = responseBody(url, method);
    return body === null ? new Response('none', { status: 404 }) : Response.json(body);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function CurrentPath() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function renderPalette(client = createQueryClient()) {
  const close = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <CommandPalette onClose={close} />
          <CurrentPath />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), field: screen.getByRole('combobox'), close };
}
const currentPath = () => document.querySelector('output')?.textContent;
const options = () => screen.queryAllByRole('option').map((option) => option.textContent ?? '');
const expectFirstOption = (text: RegExp) => waitFor(() => expect(options()[0]).toMatch(text));

test('without a search text recent tickers are listed first, and Enter does nothing', async () => {
  recordRecent('MSFT');
  const { user, field } = renderPalette();
  await waitFor(() => expect(screen.getByRole('group', { name: 'Recent' })).toHaveTextContent('Microsoft'));
  expect(screen.getByRole('group', { name: 'Pages' })).toHaveTextContent('Market News');
  await user.type(field, '{Enter}');
  expect(currentPath()).toBe('/');
});

test('SRCH-02 the best match is first, and Enter opens the typed symbol', async () => {
  const { user, field, close } = renderPalette();
  await user.type(field, 'aapl');
  await expectFirstOption(/^AAAAPLApple/);
  expect(field).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id);
  await user.type(field, '{Enter}');
  await waitFor(() => expect(currentPath()).toBe('/ticker/aapl'));
  expect(close).toHaveBeenCalled();
});

test('arrow keys select another row, and Enter opens it', async () => {
  const { user, field } = renderPalette();
  await user.type(field, 'app');
  await expectFirstOption(/Apple/);
  await user.type(field, '{ArrowDown}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('AppLovin');
  await user.type(field, '{Enter}');
  expect(currentPath()).toBe('/ticker/APP');
});

test('cached tickers are listed immediately, and replaced by the results of the server', async () => {
  const client = createQueryClient();
  client.setQueryData(['tickers', 'type=stock'], TICKERS.slice(0, 1));
  const { user, field } = renderPalette(client);
  await user.type(field, 'ap');
  expect(options()[0]).toMatch(/Apple.*\$310\.54/);
  expect(screen.getByRole('complementary', { name: 'Quote' })).toHaveTextContent('Apple');
  expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'true');
  expect(sent.some(({ url }) => url.includes('search'))).toBe(false);
  await waitFor(() => expect(screen.getByRole('group', { name: 'Tickers' })).toHaveTextContent('AppLovin'));
  await waitFor(() => expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'false'));
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Apple');
});

test('SRCH-03 without results, a message is shown', async () => {
  const { user, field } = renderPalette();
  await user.type(field, 'zzzz');
  expect(await screen.findByText('No results found')).toBeInTheDocument();
});

test('a typed command creates an alert', async () => {
  const { user, field } = renderPalette();
  await user.type(field, 'alert aapl above 320');
  await expectFirstOption(/Alert AAPL above \$320/);
  expect(options()[0]).toContain('3.05% away, fires once, in the app');
  await user.type(field, '{Enter}');
  await waitFor(() =>
    expect(sent.find(({ url, method }) => method === 'POST' && url.endsWith('alerts'))?.body).toEqual({
      type: 'price',
      symbol: 'AAPL',
      condition: 'above',
      value: 320,
      frequency: 'once',
      delivery: ['in_app'],
    }),
  );
});

test('a typed command compares two stocks, and Ctrl+Enter adds a ticker to the first watchlist', async () => {
  const { user, field } = renderPalette();
  await user.type(field, 'compare aapl msft');
  await expectFirstOption(/Compare AAPL MSFT/);
  await user.clear(field);
  await user.type(field, 'app');
  await expectFirstOption(/Apple/);
  await waitFor(() => expect(screen.getAllByText('$310.54').length).toBeGreaterThan(0));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(sent.find(({ url }) => url.endsWith('watchlists/7/tickers'))?.body).toEqual({ tickerId: 1 }),
  );
});

test("'>' lists only actions, and the color scheme changes immediately", async () => {
  const { user, field } = renderPalette();
  await user.type(field, '> dark');
  await expectFirstOption(/^Dark/);
  expect(screen.queryByRole('group', { name: 'Pages' })).toBeNull();
  await user.type(field, '{Enter}');
  await waitFor(() => expect(options()[0]).toMatch(/On$/));
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a read-only server offers no alert', async () => {
  readOnly = true;
  const { user, field } = renderPalette();
  await user.type(field, 'alert aapl 320');
  await expectFirstOption(/Apple/);
  await waitFor(() => expect(screen.getAllByText('$310.54').length).toBeGreaterThan(0));
  expect(options().join()).not.toContain('Alert AAPL');
});

test('Enter opens nothing if the text changes or the palette is closed before the response', async () => {
  let release: (() => void)[] = [];
  const mockFetch = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('/tickers/search')) await new Promise<void>((done) => release.push(done));
    return mockFetch(url, init);
  });
  const { user, field } = renderPalette();
  await user.type(field, 'micro{Enter}');
  await waitFor(() => expect(release.length).toBeGreaterThan(0));
  await user.type(field, 'x');
  for (const each of release) each();
  await new Promise((done) => setTimeout(done));
  expect(currentPath()).toBe('/');
  release = [];
  await user.clear(field);
  await user.type(field, 'apple{Enter}');
  await waitFor(() => expect(release.length).toBeGreaterThan(0));
  cleanup();
  for (const each of release) each();
  await new Promise((done) => setTimeout(done));
  expect(window.location.pathname).toBe('/');
});

test('the id of an option contains no spaces, which ARIA references do not allow', async () => {
  const { user, field } = renderPalette();
  await user.type(field, 'news');
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBeTruthy());
  const id = field.getAttribute('aria-activedescendant') ?? '';
  expect(id).not.toMatch(/\s/);
  expect(document.getElementById(id)).toHaveAttribute('role', 'option');
});
