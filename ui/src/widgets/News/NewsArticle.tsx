import type { NewsItem } from '~/api/types';
import { Link } from '~/components/Link';
import { publishedText, publishedTitle } from '~/market/published';
import { paths } from '~/paths';
import classes from './News.module.css';
import { SENTIMENTS } from './sentiments';

interface Props {
  article: NewsItem;
  /** Server time in milliseconds. */
  now: number;
  /** The ticker whose page this is; it gets no link. */
  currentTickerId?: number;
}

/** An article: source, time, sentiment, title, content, and a link to its ticker. */
export function NewsArticle({ article, now, currentTickerId }: Props) {
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
      <h3 className={classes.title}>
        {article.url ? (
          <a href={article.url} target="_blank" rel="noreferrer noopener">
            {article.title}
          </a>
        ) : (
          article.title
        )}
      </h3>
      <p className={classes.content}>{article.content}</p>
      {article.tickerId !== null && article.tickerId !== currentTickerId && (
        <Link to={paths.tickerById(article.tickerId)} className={classes.related}>
          View related ticker
          {article.symbol && <span> {article.symbol}</span>}
        </Link>
      )}
    </li>
  );
}
