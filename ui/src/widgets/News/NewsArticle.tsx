import type { NewsItem, TickerRow } from '~/api/types';
import { Link } from '~/components/Link';
import { publishedText, publishedTitle } from '~/market/published';
import { paths } from '~/paths';
import { LiveChange } from '~/widgets/LivePrice';
import classes from './News.module.css';
import { SENTIMENTS } from './sentiments';

interface Props {
  article: NewsItem;
  /** Server time in milliseconds. */
  now: number;
  /** Level of its title: 'h2' without a heading above the list. */
  heading?: 'h2' | 'h3';
  /** The ticker whose page this is; it gets no link. */
  currentTickerId?: number;
  /** The article's ticker; its daily change is shown next to the link. */
  ticker?: TickerRow | undefined;
}

/** An article: source, time, sentiment, title, content, and a link to its ticker. */
export function NewsArticle({ article, now, heading: Heading = 'h3', currentTickerId, ticker }: Props) {
  const sentiment = SENTIMENTS[article.sentiment];
  return (
    <li className={classes.story}>
      <div className={classes.meta}>
        <p>
          <b>{article.source}</b>{' '}
          <time dateTime={article.publishedAt} title={publishedTitle(article)}>
            {publishedText(article, now)}
          </time>
        </p>
        <span className={classes.badge} data-sentiment={article.sentiment}>
          <span aria-hidden="true">{sentiment.arrow}</span>
          {sentiment.label}
        </span>
      </div>
      <Heading className={classes.title}>
        {article.url ? (
          <a href={article.url} target="_blank" rel="noreferrer noopener">
            {article.title}
          </a>
        ) : (
          article.title
        )}
      </Heading>
      <p className={classes.content}>{article.content}</p>
      {article.tickerId !== null && article.tickerId !== currentTickerId && (
        <p className={classes.relatedLine}>
          <Link to={paths.tickerById(article.tickerId)} className={classes.related}>
            View related ticker
            {article.symbol && <span> {article.symbol}</span>}
          </Link>
          {ticker && <LiveChange ticker={ticker} />}
        </p>
      )}
    </li>
  );
}
