import type { AnswerCache } from './answerCache.ts';
import { isGatewayError, withTimeout } from './timeout.ts';

/** A Raspberry Pi may take a while for a long history; beyond this the kept answer is better. */
const READ_MS = 10_000;

/**
 * Answers a read: the server first, always. Only when it cannot be reached a kept answer stands in,
 * marked as such; without one the failure is passed on as it is.
 */
export async function networkFirst(
  url: string,
  ask: () => Promise<Response>,
  cache: AnswerCache,
  background: (work: Promise<unknown>) => void,
): Promise<Response> {
  const asked = ask();
  // Also an answer that came too late for this call is kept for the next.
  background(asked.then((answer) => (answer.ok ? cache.put(url, answer.clone()) : undefined)).catch(ignore));
  try {
    const answer = await withTimeout(READ_MS, asked);
    return isGatewayError(answer) ? ((await cache.get(url)) ?? answer) : answer;
  } catch {
    return (await cache.get(url)) ?? asked;
  }
}

/** The page hears of the failure itself. */
const ignore = () => undefined;
