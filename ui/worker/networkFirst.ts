import type { AnswerCache } from './answerCache.ts';
import { isGatewayError, TimeoutError, withTimeout } from './timeout.ts';

/** A Raspberry Pi may take a while for a long history; beyond this the kept answer is better. */
const READ_MS = 10_000;

/** Counts what the server answered, for all calls together. */
export interface Heard {
  answers: number;
}

/**
 * Answers a read: the server first, always. Only when it cannot be reached a kept answer stands in,
 * marked as such; without one the failure is passed on as it is. A slow answer is waited for while the
 * server answers other calls: it is there.
 */
export async function networkFirst(
  url: string,
  ask: () => Promise<Response>,
  cache: AnswerCache,
  background: (work: Promise<unknown>) => void,
  heard: Heard,
): Promise<Response> {
  const before = heard.answers;
  const asked = ask().then((answer) => {
    if (!isGatewayError(answer)) heard.answers += 1;
    return answer;
  });
  // Also an answer that came too late for this call is kept for the next.
  background(asked.then((answer) => keep(url, answer, cache)).catch(ignore));
  try {
    const answer = await withTimeout(READ_MS, asked);
    return isGatewayError(answer) ? ((await cache.get(url)) ?? answer) : answer;
  } catch (cause) {
    if (cause instanceof TimeoutError && heard.answers > before) return asked;
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
