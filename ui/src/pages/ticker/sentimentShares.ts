import type { Sentiment } from '~/api/types';

/** Whole percentages that add up to 100: the largest remainders are rounded up. All 0 without articles. */
export function sentimentShares(sentiments: readonly Sentiment[]): Record<Sentiment, number> {
  const result: Record<Sentiment, number> = { positive: 0, neutral: 0, negative: 0 };
  if (sentiments.length === 0) return result;
  const kinds = Object.keys(result) as Sentiment[];
  const exact = kinds.map(
    (kind) => (100 * sentiments.filter((each) => each === kind).length) / sentiments.length,
  );
  kinds.forEach((kind, i) => {
    result[kind] = Math.floor(exact[i] as number);
  });
  const missing = 100 - kinds.reduce((sum, kind) => sum + result[kind], 0);
  const byRemainder = kinds
    .map((kind, i) => ({ kind, remainder: (exact[i] as number) % 1 }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { kind } of byRemainder.slice(0, missing)) result[kind] += 1;
  return result;
}
