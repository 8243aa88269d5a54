import type { PriceProblem, TickerDetail } from '~/api/types';
import { isNewer } from '~/live/merge';
import { useQuote } from '~/live/useQuote';

interface CurrentProblem {
  /** The reason for the missing price; null once a price has arrived since the page loaded. */
  trouble: PriceProblem | null;
  /** True if the ticker never had a price. */
  unpriced: boolean;
}

/** The current price problem of a ticker, if any. */
export function usePriceProblem(ticker: TickerDetail): CurrentProblem {
  return useQuote(ticker, (quote) => {
    const trouble = isNewer(quote, ticker) ? null : ticker.trouble;
    return { trouble, unpriced: trouble !== null && quote.price === null };
  });
}
