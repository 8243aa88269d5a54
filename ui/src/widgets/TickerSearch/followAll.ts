import { call } from '~/api/call';
import { ApiError } from '~/api/client';

const CONFLICT = 409;
const UNAVAILABLE = 503;
/** Following stops after the server or the provider was unavailable this many times in a row. */
const MAX_UNAVAILABLE = 2;

/** The result for a symbol: followed, or why not. */
export interface Outcome {
  symbol: string;
  reason: string | null;
}

/**
 * Follows symbols one at a time, because each is looked up at a rate-limited provider. `onOutcome` is called after
 * each; an already followed symbol counts as success. Stops when the provider is unreachable.
 */
export async function followAll(
  symbols: readonly string[],
  onOutcome: (outcomes: readonly Outcome[]) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let unavailable = 0;
  let reason: string | null = null;
  for (const symbol of symbols) {
    if (unavailable < MAX_UNAVAILABLE) {
      const status = await follow(symbol);
      reason = status.reason;
      unavailable = status.unavailable ? unavailable + 1 : 0;
    }
    outcomes.push({ symbol, reason });
    onOutcome([...outcomes]);
  }
  return outcomes;
}

async function follow(symbol: string): Promise<{ reason: string | null; unavailable: boolean }> {
  try {
    await call('post', '/api/tickers', { payload: { symbol } });
    return { reason: null, unavailable: false };
  } catch (cause) {
    if (!(cause instanceof ApiError)) return { reason: "Couldn't reach the server.", unavailable: true };
    if (cause.status === CONFLICT) return { reason: null, unavailable: false };
    return { reason: cause.detail, unavailable: cause.status === UNAVAILABLE };
  }
}
