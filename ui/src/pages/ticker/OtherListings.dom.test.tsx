import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '~/api/queries';
import type { TickerDetail } from '~/api/types';
import { fakeTicker } from '~/live/ticker.fake';
import { OtherListings } from './OtherListings';

const XETRA = { symbol: 'APC.DE', exchange: 'Xetra', currency: 'EUR', followed: 7 };
const VIENNA = { symbol: 'AAPL.VI', exchange: 'Vienna', currency: null, followed: null };
let market = 'live';
let listings: unknown[] = [];
let followed: unknown[] = [];

beforeEach(() => {
  market = 'live';
  listings = [XETRA, VIENNA];
  followed = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.endsWith('/config')) return Response.json({ readOnly: false, market });
    if (url.endsWith('/listings')) return Response.json(listings);
    if (url.endsWith('/APC.DE'))
      return Response.json(
        fakeTicker(7, { symbol: 'APC.DE', currency: 'EUR', price: 230.1, delayMinutes: 15 }),
      );
    followed.push(JSON.parse(String(init.body)));
    return Response.json(fakeTicker(9, { symbol: 'AAPL.VI' }), { status: 201 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Address = () => <output>{useLocation().pathname}</output>;

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <OtherListings ticker={fakeTicker(1, { symbol: 'AAPL', exchange: 'NASDAQ' }) as TickerDetail} />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a followed listing is a link with its price and delay, and another one is followed and opened', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'Xetra APC.DE EUR €230.10 Delayed 15 min' });
  expect(link).toHaveAttribute('href', '/ticker/APC.DE');
  const current = screen.getByText(/^NASDAQ/).parentElement;
  expect(current).toHaveAttribute('aria-current', 'true');
  await userEvent.click(await screen.findByRole('button', { name: 'Follow Vienna AAPL.VI' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('/ticker/AAPL.VI'));
  expect(followed).toEqual([{ symbol: 'AAPL.VI' }]);
});

test('the sample market names listings that it cannot follow', async () => {
  market = 'sample';
  open();
  expect(await screen.findByText('Vienna')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

test('an instrument with a single listing has no line', async () => {
  listings = [];
  open();
  await waitFor(() => expect(screen.getByRole('status')).toBeInTheDocument());
  expect(screen.queryByText('Also on')).toBeNull();
});

test('at most eight of many exchanges are named', async () => {
  listings = Array.from({ length: 12 }, (_, index) => ({
    ...VIENNA,
    symbol: `A${index}`,
    exchange: `Exchange ${index}`,
  }));
  open();
  expect(await screen.findByText('and 4 more')).toBeInTheDocument();
  expect(screen.queryByText('Exchange 8')).toBeNull();
});
