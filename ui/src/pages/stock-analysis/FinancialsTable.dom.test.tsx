import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createQueryClient, fundamentalsQuery } from '~/api/queries';
import type { CompanyFundamentals } from '~/api/types';
import { fakeTicker } from '~/live/ticker.fake';
import { FinancialsTable } from './FinancialsTable';

const row = (id: number) => ({
  ...fakeTicker(id, { price: 110 }),
  spark: [1, 2, 3],
  fund: null,
  isin: null,
  figi: null,
  tvl: null,
  displayRate: { currency: 'USD', value: 1, asOf: null, basis: null, isCrossRate: false },
});

const year = (fiscalYear: number, revenue: number) => ({
  fiscalYear,
  revenue,
  netIncome: 2.5e9,
  dilutedEps: -1.25,
  freeCashFlow: null,
  netMargin: 12.5,
  end: `${fiscalYear}-09-30`,
  form: '20-F',
});

test('figures are in the currency of the reports, and unknown ones are dashes', () => {
  const client = createQueryClient();
  const years = [year(2026, 22e9), year(2025, 20e9)];
  client.setQueryData(fundamentalsQuery(1).queryKey, {
    currency: 'EUR',
    years,
    quarters: [],
  } as unknown as CompanyFundamentals);
  client.setQueryData(fundamentalsQuery(2).queryKey, {
    currency: null,
    years: [],
    quarters: [],
  } as unknown as CompanyFundamentals);
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <FinancialsTable rows={[row(1), row(2)]} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const cells = screen.getAllByRole('row').map((each) => each.textContent);
  expect(cells[1]).toContain('FY 2026€22B+10.00%€2.5B−€1.25—12.5%');
  expect(cells[2]).toContain('———————');
});
