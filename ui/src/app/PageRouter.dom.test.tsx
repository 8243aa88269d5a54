import { act, render, screen } from '@testing-library/react';
import { Suspense, useEffect } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { useUrlText } from '~/hooks/useUrlChoice';
import { PageRouter } from './PageRouter';

const REST_MS = 300;
const never = new Promise<never>(() => undefined);

/** Writes its view into the address a moment after it was chosen, as a chart does. */
function Chart() {
  const [from, setFrom] = useUrlText('from');
  useEffect(() => {
    const timer = setTimeout(() => setFrom('2026-11-01'), REST_MS);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <p>from {from}</p>
      <Link to="/news">News</Link>
    </>
  );
}

/** A page whose code is on its way. */
function News(): never {
  throw never;
}

test('a late write of the address does not undo a link that was followed meanwhile', async () => {
  vi.useFakeTimers();
  window.history.replaceState(null, '', '/ticker/AAPL');
  render(
    <PageRouter>
      <Suspense fallback="loading">
        <Routes>
          <Route path="/ticker/:symbol" element={<Chart />} />
          <Route path="/news" element={<News />} />
        </Routes>
      </Suspense>
    </PageRouter>,
  );
  await act(() => vi.advanceTimersByTimeAsync(REST_MS));
  expect(location.search).toBe('?from=2026-11-01');
  act(() => screen.getByText('News').click());
  expect(location.pathname).toBe('/news');
  // The page before is still there.
  expect(screen.getByText('from 2026-11-01')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2 * REST_MS));
  expect(location.pathname + location.search).toBe('/news');
  vi.useRealTimers();
});
