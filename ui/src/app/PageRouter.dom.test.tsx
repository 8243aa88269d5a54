import { act, render, screen } from '@testing-library/react';
import { Suspense, useEffect } from 'react';
import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Link } from '~/components/Link';
import { useUrlText } from '~/hooks/useUrlChoice';
import { PageRouter } from './PageRouter';

const URL_UPDATE_DELAY_MS = 300;
const pending = new Promise<never>(() => undefined);

/** A page that writes its view into the URL after a delay, like a chart. */
function Chart() {
  const [from, setFrom] = useUrlText('from');
  useEffect(() => {
    const timer = setTimeout(() => setFrom('2026-11-01'), URL_UPDATE_DELAY_MS);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <p>from {from}</p>
      <Link to="/news">News</Link>
    </>
  );
}

/** A page whose code is still loading. */
function News(): never {
  throw pending;
}

test('a delayed update of the URL does not undo a navigation that happened in between', async () => {
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
  await act(() => vi.advanceTimersByTimeAsync(URL_UPDATE_DELAY_MS));
  expect(location.search).toBe('?from=2026-11-01');
  act(() => screen.getByText('News').click());
  expect(location.pathname).toBe('/news');
  // The previous page is still shown.
  expect(screen.getByText('from 2026-11-01')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2 * URL_UPDATE_DELAY_MS));
  expect(location.pathname + location.search).toBe('/news');
  vi.useRealTimers();
});
