import type { Position, TickerDetail } from '~/api/types';
import { HeldLine } from '~/widgets/HeldLine';
import { ImportedNotice } from './ImportedNotice';
import PriceProblem from './PriceProblem';
import SourceDisagreement from './SourceDisagreement';
import type { usePriceProblem } from './usePriceProblem';

interface Props extends ReturnType<typeof usePriceProblem> {
  ticker: TickerDetail;
  /** The holding in the ticker, in all lists. */
  positions: readonly Position[];
}

/** The user's holding in the ticker, and notices about its prices. Most tickers have neither. */
export function Notices({ ticker, positions, trouble, unpriced }: Props) {
  return (
    <>
      {positions.length > 0 && <HeldLine ticker={ticker} positions={positions} />}
      {trouble && <PriceProblem ticker={ticker} trouble={trouble} unpriced={unpriced} />}
      {ticker.disagreements.length > 0 && <SourceDisagreement ticker={ticker} />}
      {ticker.imported && <ImportedNotice imported={ticker.imported} />}
    </>
  );
}
