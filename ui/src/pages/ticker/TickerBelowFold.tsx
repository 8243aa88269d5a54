import type { TickerDetail } from '~/api/types';
import { AlertPrompt } from './AlertPrompt';
import { FearGreedPanel } from './FearGreedPanel';
import NewsPanel from './NewsPanel';
import NotesPanel from './notes/NotesPanel';
import { OtherListings } from './OtherListings';
import { RelatedTickers } from './RelatedTickers';
import classes from './TickerPage.module.css';

interface Props {
  ticker: TickerDetail;
  /** Parts already shown above. */
  relatedAbove: boolean;
  sentimentAbove: boolean;
  alertAbove: boolean;
  /** Number of articles that fill the column; market news makes up the difference. */
  minArticles: number;
}

/** The lower part of a ticker page: news, and the panels next to it. */
export default function TickerBelowFold({
  ticker,
  relatedAbove,
  sentimentAbove,
  alertAbove,
  minArticles,
}: Props) {
  return (
    <div className={classes.pair}>
      <div className={classes.main}>
        <NotesPanel ticker={ticker} />
        {(ticker.isin ?? ticker.figi) && <OtherListings ticker={ticker} />}
        <NewsPanel ticker={ticker} visibleCount={sentimentAbove ? 5 : 8} minArticles={minArticles} />
      </div>
      <div className={classes.rail}>
        {!sentimentAbove && ticker.type !== 'currency' && <FearGreedPanel />}
        {!alertAbove && <AlertPrompt ticker={ticker} />}
        {!relatedAbove && <RelatedTickers ticker={ticker} />}
      </div>
    </div>
  );
}
