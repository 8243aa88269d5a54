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
  background(asked.then((answer) => keep(url, answer, cache)).catch(ignore));
  try {
    const answer = await withTimeout(READ_MS, asked);
    return isGatewayError(answer) ? ((await cache.get(url)) ?? answer) : answer;
  } catch {
    return (await cache.get(url)) ?? asked;
  }
}

/** Keeps a good answer. One that leads elsewhere wants somebody to sign in: what was kept is then of a session that is over. */
async function keep(url: string, answer: Response, cache: AnswerCache): Promise<void> {
  if (answer.ok) await cache.put(url, answer.clone());
  else if (answer.type === 'opaqueredirect') await cache.clear();
}

/** The page hears of the failure itself. */
const ignore = () => undefined;
