import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '~/api/queries';
import type { PricePoint } from '~/api/types';
import { closesBefore } from './useEarlierCloses';
import { useIndicators } from './useIndicators';

/** Daily closes that end on November 20; the last is `count`. */
const days = (count: number): PricePoint[] =>
  Array.from({ length: count }, (_, i) => ({
    timestamp: new Date(Date.UTC(2026, 10, 20 - (count - 1 - i))).toISOString(),
    price: i + 1,
  }));

const requests: string[] = [];
beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url.split('?')[1] ?? '');
    return Response.json(days(300));
  });
});

function start(text: string, points: PricePoint[]) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useIndicators({ tickerId: 7, timeframe: '1M', most: 400 }, text, points), {
    wrapper,
  }).result;
}

test('CHRT-04 an average starts at the first point of a range, using the closes before it', async () => {
  const shown = days(300).slice(-22);
  const indicators = start('sma,macd', shown);
  expect(indicators.current).toEqual([]);
  await waitFor(() => expect(indicators.current[0]?.lines[0]?.values[0]).toBe(279 - 9.5));
  expect(requests).toEqual(['timeframe=1M&points=400&earlier=true']);
  for (const { lines } of indicators.current)
    for (const { values } of lines) {
      expect(values).toHaveLength(22);
      expect(values).not.toContain(null);
    }
});

test('CHRT-04 a range of fewer than ten points has no indicators, whatever comes before it', async () => {
  const indicators = start('sma', days(300).slice(-9));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(indicators.current).toEqual([]);
});

test('while no indicator is enabled, no longer history is requested', () => {
  expect(start('', days(22)).current).toEqual([]);
  expect(requests).toEqual([]);
});

test('the closes before a range end where the range begins', () => {
  const longer = days(30);
  expect(closesBefore(longer, longer[10]?.timestamp ?? '')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(closesBefore(longer, longer[0]?.timestamp ?? '')).toEqual([]);
});
