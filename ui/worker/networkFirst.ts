import type { AnswerCache } from './answerCache.ts';
import { isGatewayError, TimeoutError, withTimeout } from './timeout.ts';

/** After this time a cached response is used. Generous: a Raspberry Pi may need seconds for a long history. */
const READ_MS = 10_000;

/** Counts the server's responses to all calls. */
export interface Heard {
  answers: number;
}

/**
 * Responds to a read from the network. If the server is unreachable, returns a cached response, marked as such, or else the failure. A
 * slow response is awaited while the server responds to other calls.
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
  // A response that is too late for this call is cached for the next.
  background(asked.then((answer) => keep(url, answer, cache)).catch(ignore));
  try {
    const answer = await withTimeout(READ_MS, asked);
    return isGatewayError(answer) ? ((await cache.get(url)) ?? answer) : answer;
  } catch (cause) {
    if (cause instanceof TimeoutError && heard.answers > before) return asked;
    return (await cache.get(url)) ?? asked;
  }
}

/** Caches a successful response. A redirect means that the session ended: cached responses are deleted. */
async function keep(url: string, answer: Response, cache: AnswerCache): Promise<void> {
  if (answer.ok) await cache.put(url, answer.clone());
  else if (answer.type === 'opaqueredirect') await cache.clear();
}

/** The page receives the failure itself. */
const ignore = () => undefined;
