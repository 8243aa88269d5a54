import type { PeriodCloses, Ticker } from '~/api/types';

export const PERIODS = ['1D', '1W', '1M', 'YTD'] as const;
export type Period = (typeof PERIODS)[number];

/** How each period reads in a sentence. */
export const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  '1D': 'today',
  '1W': 'over the past week',
  '1M': 'over the past month',
  YTD: 'this year',
};

/** Returns true if changes over the period need separately fetched closes. */
export const needsCloses = (period: Period): boolean => period === '1M' || period === 'YTD';

type PriceChanges = Pick<Ticker, 'price' | 'change24h' | 'change7d'>;

/** The percent change over a period, based on the latest price; null if the earlier price is unknown or not above zero. */
export function changeOver(
  quote: PriceChanges,
  period: Period,
  closes: PeriodCloses | undefined,
): number | null {
  if (period === '1D') return quote.change24h;
  if (period === '1W') return quote.change7d;
  const earlierClose = period === '1M' ? closes?.monthAgo : closes?.yearStart;
  if (!earlierClose || earlierClose <= 0 || quote.price === null) return null;
  return 100 * (quote.price / earlierClose - 1);
}
