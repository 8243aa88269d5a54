import type { NewsItem, TickerRow } from '~/api/types';
import { Link } from '~/components/Link';
import { publishedText, publishedTitle } from '~/market/published';
import { paths } from '~/paths';
import { LiveChange } from '~/widgets/LivePrice';
import { SENTIMENTS } from '~/widgets/News/sentiments';
import classes from './Story.module.css';

interface Props {
  article: NewsItem;
  /** Server time in milliseconds. */
  now: number;
  /** The article's ticker; its daily change is shown next to the link. */
  ticker: TickerRow | undefined;
}

/** NEWS-01: an article in three lines: a mark of its sentiment and the title, the content, then source, time and ticker. */
export function Story({ article, now, ticker }: Props) {
  const { source, title, content, url, tickerId, symbol, publishedAt } = article;
  const { label, arrow } = SENTIMENTS[article.sentiment];
  return (
    <li className={classes.story}>
      <span className={classes.mark} data-sentiment={article.sentiment} title={label}>
        <span aria-hidden="true">{arrow || '●'}</span>
        <span className="visually-hidden">{label}</span>
      </span>
      <h3>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer noopener">
            {title}
          </a>
        ) : (
          title
        )}
      </h3>
      <p className={classes.content} title={content}>
        {content}
      </p>
      <p className={classes.meta}>
        <span>{source}</span>
        <time dateTime={publishedAt} title={publishedTitle(article)}>
          {publishedText(article, now)}
        </time>
        {tickerId !== null && (
          <Link to={paths.tickerById(tickerId)}>View related ticker{symbol && <b> {symbol}</b>}</Link>
        )}
        {ticker && <LiveChange ticker={ticker} />}
      </p>
    </li>
  );
}
