import type { QueryClient } from '@tanstack/react-query';
import { deviceNow, setServerTime } from '~/state/clock';
import { queryKeyOf } from './queries';

/**
 * Id of the element with the API responses that the server included in the page, by call: `{"tickers/AAPL": {…}}` (see
 * `src/web/http/first_answers.rs`).
 */
const ELEMENT = 'first-answers';

/**
 * Puts the responses included in the page into the query cache, so that they are not fetched again. `useQuery` decides when they are
 * shown. Returns the responses by call.
 */
export function loadFirstAnswers(
  client: QueryClient,
  page: Document = document,
): Readonly<Record<string, unknown>> {
  const element = page.getElementById(ELEMENT);
  if (!element) return {};
  element.remove();
  // Without the server's time, the age of prices would be computed from this device's clock.
  const now = Date.parse(element.dataset.now ?? '');
  if (now) setServerTime(now + performance.now() - firstByteAt());
  const responses: Record<string, unknown> = JSON.parse(element.textContent || '{}');
  // The responses are as old as the page request, so stale ones are refetched.
  const updatedAt = deviceNow() - performance.now();
  for (const [call, response] of Object.entries(responses))
    client.setQueryData(queryKeyOf(call), response, { updatedAt });
  return responses;
}

/** Returns the milliseconds from the page request to its first byte, just before which the server wrote its time. */
function firstByteAt(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.responseStart ?? 0;
}
