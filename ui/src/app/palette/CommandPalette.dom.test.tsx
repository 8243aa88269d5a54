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

/** The server as far as the palette asks it. */
function answer(url: string, method: string): unknown {
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
    const found = answer(url, method);
    return found === null ? new Response('none', { status: 404 }) : Response.json(found);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function open(client = createQueryClient()) {
  const close = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <CommandPalette onClose={close} />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), field: screen.getByRole('combobox'), close };
}
const address = () => document.querySelector('output')?.textContent;
const options = () => screen.queryAllByRole('option').map((option) => option.textContent ?? '');
const first = (text: RegExp) => waitFor(() => expect(options()[0]).toMatch(text));

test('what was opened lately is listed first while nothing is typed, and Enter does nothing', async () => {
  recordRecent('MSFT');
  const { user, field } = open();
  await waitFor(() => expect(screen.getByRole('group', { name: 'Recent' })).toHaveTextContent('Microsoft'));
  expect(screen.getByRole('group', { name: 'Pages' })).toHaveTextContent('Market News');
  await user.type(field, '{Enter}');
  expect(address()).toBe('/');
});

test('SRCH-02 the best match is first and Enter opens what was typed', async () => {
  const { user, field, close } = open();
  await user.type(field, 'aapl');
  await first(/^AAAAPLApple/);
  expect(field).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id);
  await user.type(field, '{Enter}');
  await waitFor(() => expect(address()).toBe('/ticker/aapl'));
  expect(close).toHaveBeenCalled();
});

test('arrow keys choose another row, and Enter opens that one', async () => {
  const { user, field } = open();
  await user.type(field, 'app');
  await first(/Apple/);
  await user.type(field, '{ArrowDown}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('AppLovin');
  await user.type(field, '{Enter}');
  expect(address()).toBe('/ticker/APP');
});

test('what a page has loaded before is listed at once, and what the server finds takes its place', async () => {
  const client = createQueryClient();
  client.setQueryData(['tickers', 'type=stock'], TICKERS.slice(0, 1));
  const { user, field } = open(client);
  await user.type(field, 'ap');
  expect(options()[0]).toMatch(/Apple.*\$310\.54/);
  expect(screen.getByRole('complementary', { name: 'Quote' })).toHaveTextContent('Apple');
  expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'true');
  expect(sent.some(({ url }) => url.includes('search'))).toBe(false);
  await waitFor(() => expect(screen.getByRole('group', { name: 'Tickers' })).toHaveTextContent('AppLovin'));
  await waitFor(() => expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'false'));
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Apple');
});

test('SRCH-03 says that nothing was found', async () => {
  const { user, field } = open();
  await user.type(field, 'zzzz');
  expect(await screen.findByText('No results found')).toBeInTheDocument();
});

test('a sentence makes the alert that it asks for', async () => {
  const { user, field } = open();
  await user.type(field, 'alert aapl above 320');
  await first(/Alert AAPL above \$320/);
  expect(options()[0]).toContain('3.05% away, once, in the app');
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

test('two stocks are compared, and Control with Enter puts a ticker into the first list', async () => {
  const { user, field } = open();
  await user.type(field, 'compare aapl msft');
  await first(/Compare AAPL MSFT/);
  await user.clear(field);
  await user.type(field, 'app');
  await first(/Apple/);
  await waitFor(() => expect(screen.getAllByText('$310.54').length).toBeGreaterThan(0));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(sent.find(({ url }) => url.endsWith('watchlists/7/tickers'))?.body).toEqual({ tickerId: 1 }),
  );
});

test("'>' lists actions only, and the look changes at once", async () => {
  const { user, field } = open();
  await user.type(field, '> dark');
  await first(/^Dark/);
  expect(screen.queryByRole('group', { name: 'Pages' })).toBeNull();
  await user.type(field, '{Enter}');
  await waitFor(() => expect(options()[0]).toMatch(/On$/));
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a server for reading only is offered no alert', async () => {
  readOnly = true;
  const { user, field } = open();
  await user.type(field, 'alert aapl 320');
  await first(/Apple/);
  await waitFor(() => expect(screen.getAllByText('$310.54').length).toBeGreaterThan(0));
  expect(options().join()).not.toContain('Alert AAPL');
});

test('Enter leads nowhere when something else is typed, or the palette is closed, before its answer', async () => {
  let come: (() => void)[] = [];
  const fetched = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('/tickers/search')) await new Promise<void>((done) => come.push(done));
    return fetched(url, init);
  });
  const { user, field } = open();
  await user.type(field, 'micro{Enter}');
  await waitFor(() => expect(come.length).toBeGreaterThan(0));
  await user.type(field, 'x');
  for (const each of come) each();
  await new Promise((done) => setTimeout(done));
  expect(address()).toBe('/');
  come = [];
  await user.clear(field);
  await user.type(field, 'apple{Enter}');
  await waitFor(() => expect(come.length).toBeGreaterThan(0));
  cleanup();
  for (const each of come) each();
  await new Promise((done) => setTimeout(done));
  expect(window.location.pathname).toBe('/');
});

test('the id of an option has no blanks, for a reference ends at one', async () => {
  const { user, field } = open();
  await user.type(field, 'news');
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBeTruthy());
  const id = field.getAttribute('aria-activedescendant') ?? '';
  expect(id).not.toMatch(/\s/);
  expect(document.getElementById(id)).toHaveAttribute('role', 'option');
});
