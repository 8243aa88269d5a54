import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import type { Disagreement, TickerDetail } from '~/api/types';
import { fakeTicker } from '~/live/ticker.fake';
import SourceDisagreement from './SourceDisagreement';

afterEach(cleanup);

const figure = (source: string, value: number) => ({
  source,
  value,
  at: '2026-11-20T02:00:00Z',
  date: null,
});
const CLOSE: Disagreement = {
  symbol: 'AAPL',
  kind: 'price',
  date: '2026-11-18',
  figures: [figure('yahoo', 412.3), figure('cboe', 401.02)],
  used: 'yahoo',
};

function open(disagreements: Disagreement[]) {
  const ticker = { ...fakeTicker(1, { symbol: 'AAPL' }), disagreements } as TickerDetail;
  return render(
    <MemoryRouter>
      <SourceDisagreement ticker={ticker} />
    </MemoryRouter>,
  );
}

test('the figures of both sources are shown in the currency of the ticker', () => {
  open([CLOSE]);
  expect(screen.getByRole('note')).toHaveTextContent(
    'Sources disagree: $412.30 (Yahoo Finance), $401.02 (Cboe). Status',
  );
});

test('further differences are counted', () => {
  open([CLOSE, { ...CLOSE, kind: 'close' }]);
  expect(screen.getByRole('note')).toHaveTextContent('1 more difference.');
});
