import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '~/api/queries';
import type { Disagreement, ServerStatus } from '~/api/types';
import { DisagreementsPanel } from './DisagreementsPanel';

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({})));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const figure = (source: string, value: number | null) => ({
  source,
  value,
  at: '2026-11-20T02:00:00Z',
  date: null,
});
const ROW: Disagreement = {
  symbol: 'AAPL',
  kind: 'close',
  date: '2026-11-18',
  figures: [figure('yahoo', 412.3), figure('cboe', 401.02)],
  used: 'yahoo',
};

function open(disagreements: ServerStatus['disagreements']) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <DisagreementsPanel disagreements={disagreements} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('each disagreement links to its ticker and shows the figure of each source', () => {
  open({ total: 1, comparedTickers: 40, comparedAt: '2026-11-20T02:00:00Z', rows: [ROW] });
  expect(screen.getByRole('link', { name: 'AAPL' })).toHaveAttribute('href', '/ticker/AAPL');
  const row = screen.getByRole('listitem');
  expect(row).toHaveTextContent('412.30 (Yahoo Finance), 401.02 (Cboe).');
  expect(screen.getByRole('region', { name: 'Sources disagree' })).toHaveTextContent('1 in 40 tickers');
});

test('the panel says that all sources agree, and is absent before the first comparison', () => {
  const { unmount } = open({ total: 0, comparedTickers: 1, comparedAt: '2026-11-20T02:00:00Z', rows: [] });
  expect(screen.getByText('The sources of all compared tickers agree.')).toBeInTheDocument();
  unmount();
  const { container } = open({ total: 0, comparedTickers: 0, comparedAt: null, rows: [] });
  expect(container).toBeEmptyDOMElement();
});
