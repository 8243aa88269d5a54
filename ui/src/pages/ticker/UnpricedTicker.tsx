import type { TickerDetail } from '~/api/types';
import { DividendPanel } from './DividendPanel';
import NewsPanel from './NewsPanel';
import NotesPanel from './notes/NotesPanel';
import { RelatedTickers } from './RelatedTickers';
import classes from './TickerPage.module.css';

interface Props {
  ticker: TickerDetail;
  /** Whether the ticker may have dividends. */
  paysDividends: boolean;
}

/** The panels that apply to a ticker without a price. */
export default function UnpricedTicker({ ticker, paysDividends }: Props) {
  return (
    <>
      {paysDividends && <DividendPanel ticker={ticker} />}
      <NewsPanel ticker={ticker} visibleCount={5} minArticles={0} />
      <NotesPanel ticker={ticker} />
      <div className={classes.wide}>
        <RelatedTickers ticker={ticker} />
      </div>
    </>
  );
}
