import type { QueryClient } from '@tanstack/react-query';
import { setServerTime } from '~/state/serverClock';

/** What the server wrote into the page: answers by their call, `{"tickers/AAPL": {…}}` (`src/web/http/first_answers.rs`). */
const ELEMENT = 'first-answers';

/** The parts of a call, as its answer is kept under. */
export const keyOf = (call: string): string[] => call.split(/[/?]/);

/**
 * Puts the answers that came with the page into the query cache, so that nothing is fetched twice; `useQuery` says when they are
 * shown. Returns the answers by their calls.
 */
export function loadFirstAnswers(
  client: QueryClient,
  page: Document = document,
): Readonly<Record<string, unknown>> {
  const element = page.getElementById(ELEMENT);
  if (!element) return {};
  element.remove();
  // Else a price is judged by this device's clock until the server has said its own time.
  const now = Date.parse(element.dataset.now ?? '');
  if (now) setServerTime(now + performance.now() - answeredAt());
  const answers: Record<string, unknown> = JSON.parse(element.textContent || '{}');
  // As old as the request for the page: what must be newer than that is asked for anew.
  const updatedAt = Date.now() - performance.now();
  for (const [call, answer] of Object.entries(answers))
    client.setQueryData(keyOf(call), answer, { updatedAt });
  return answers;
}

/** When the first byte of the page came, in milliseconds since it was asked for: the server wrote its time shortly before. */
function answeredAt(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.responseStart ?? 0;
}
