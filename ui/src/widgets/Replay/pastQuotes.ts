import type { Replay } from '~/api/types';
import type { PastQuote } from '~/live/merge';

/** Returns the quotes of a replayed day at a step, by ticker id. */
export function pastQuotes({ tickers }: Replay, step: number): Map<number, PastQuote> {
  return new Map(
    tickers.map(({ id, base, prices }) => {
      const price = prices[step] ?? base;
      // A change in percent from zero or below has no meaning.
      const change24h = base > 0 ? 100 * (price / base - 1) : null;
      return [id, { price, change24h, extended: null, isPast: true }];
    }),
  );
}

/** Returns the index of the last step that is not after `time` (ISO 8601); 0 for any other text and before the first step. */
export function stepAt({ times }: Replay, time: string): number {
  const at = Date.parse(time);
  return Math.max(
    0,
    times.findLastIndex((each) => Date.parse(each) <= at),
  );
}
