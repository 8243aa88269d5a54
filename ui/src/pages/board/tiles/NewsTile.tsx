import { newsQuery, tickerByIdQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { useMarketNow } from '~/live/useMarketNow';
import { useQuotes } from '~/live/useQuotes';
import { publishedText } from '~/market/published';
import { useNow } from '~/state/clock';
import { Change } from '~/widgets/Change';
import { TileFrame, TileText } from '../TileFrame';
import { useResponseAge } from '../tileAges';
import classes from './NewsTile.module.css';

/** Display time per headline, number of rotating headlines, and refetch interval. */
const HEADLINE_MS = 12_000;
const MAX_HEADLINES = 8;
const REFETCH_MS = 300_000;

/** Shows one headline at a time. */
export function NewsTile() {
  const { data, dataUpdatedAt } = useQuery(newsQuery);
  const turn = Math.floor(useNow(HEADLINE_MS) / HEADLINE_MS);
  const now = useMarketNow();
  const age = useResponseAge(dataUpdatedAt, REFETCH_MS);
  const news = (data ?? []).slice(0, MAX_HEADLINES);
  const article = news[turn % Math.max(1, news.length)];
  if (!article)
    return (
      <TileFrame title="News" isLoading={!data}>
        <TileText>No news yet.</TileText>
      </TileFrame>
    );
  return (
    <TileFrame
      age={age}
      title={
        <span className={classes.source}>
          {article.source} <small>{publishedText(article, now)}</small>
          {article.tickerId !== null && article.symbol && (
            <Subject id={article.tickerId} symbol={article.symbol} />
          )}
        </span>
      }
      note={`Article ${(turn % news.length) + 1} of ${news.length}`}
    >
      <p key={article.id} className={classes.headline} data-aged>
        {article.title}
      </p>
    </TileFrame>
  );
}

/** The ticker of the headline and its change. */
function Subject({ id, symbol }: { id: number; symbol: string }) {
  const { data } = useQuery(tickerByIdQuery(String(id)));
  const [live] = useQuotes(data ? [data] : []);
  return (
    <small>
      {symbol} {live && <Change value={live.change24h} />}
    </small>
  );
}
