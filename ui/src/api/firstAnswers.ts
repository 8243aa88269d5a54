import type { QueryClient } from '@tanstack/react-query';
import { setServerTime } from '~/state/serverClock';

/**
 * The element with the answers that the server wrote into the page, by call: `{"tickers/AAPL": {…}}` (see
 * `src/web/http/first_answers.rs`).
 */
const ELEMENT = 'first-answers';

/** The query key of a call: its parts. */
export const keyOf = (call: string): string[] => call.split(/[/?]/);

/**
 * Puts the answers from the page into the query cache, so that they are not fetched again; `useQuery` decides when they
 * show. Returns the answers by call.
 */
export function loadFirstAnswers(
  client: QueryClient,
  page: Document = document,
): Readonly<Record<string, unknown>> {
  const element = page.getElementById(ELEMENT);
  if (!element) return {};
  element.remove();
  // Until the server's time is known, prices would be dated by this device's clock.
  const now = Date.parse(element.dataset.now ?? '');
  if (now) setServerTime(now + performance.now() - answeredAt());
  const answers: Record<string, unknown> = JSON.parse(element.textContent || '{}');
  // The answers are as old as the page request; newer data is fetched.
  const updatedAt = Date.now() - performance.now();
  for (const [call, answer] of Object.entries(answers))
    client.setQueryData(keyOf(call), answer, { updatedAt });
  return answers;
}

/** Milliseconds from the page request to its first byte; the server wrote its time just before. */
function answeredAt(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.responseStart ?? 0;
}
