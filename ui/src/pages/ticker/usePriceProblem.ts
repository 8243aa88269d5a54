import type { TickerDetail, Trouble } from '~/api/types';
import { isNewer } from '~/live/merge';
import { useQuote } from '~/live/useQuote';

interface CurrentProblem {
  /** Why no new price comes; null once one has come since the page asked. */
  trouble: Trouble | null;
  /** Nobody ever had a price for it. */
  unpriced: boolean;
}

/** Whether a ticker gets no new price, and why. */
export function usePriceProblem(ticker: TickerDetail): CurrentProblem {
  return useQuote(ticker, (quote) => {
    const trouble = isNewer(quote, ticker) ? null : ticker.trouble;
    return { trouble, unpriced: trouble !== null && quote.price === null };
  });
}
