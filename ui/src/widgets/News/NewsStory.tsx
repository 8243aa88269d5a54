import { Link } from 'react-router-dom';
import type { NewsItem, TickerRow } from '~/api/types';
import { publishedText, publishedTitle } from '~/market/published';
import { paths } from '~/paths';
import { LiveChange } from '~/widgets/LivePrice';
import classes from './News.module.css';
import { SENTIMENTS } from './sentiments';

interface Props {
  story: NewsItem;
  /** Server time in milliseconds. */
  now: number;
  /** Level of its title: 'h2' without a heading above the list. */
  heading?: 'h2' | 'h3';
  /** The ticker whose page this is; it gets no link. */
  here?: number;
  /** The article's ticker; its daily change is shown next to the link. */
  ticker?: TickerRow | undefined;
}

/** An article: source, time, sentiment, title, content, and a link to its ticker. */
export function NewsStory({ story, now, heading: Heading = 'h3', here, ticker }: Props) {
  const sentiment = SENTIMENTS[story.sentiment];
  return (
    <li className={classes.story}>
      <div className={classes.meta}>
        <p>
          <b>{story.source}</b>{' '}
          <time dateTime={story.publishedAt} title={publishedTitle(story)}>
            {publishedText(story, now)}
          </time>
        </p>
        <span className={classes.badge} data-sentiment={story.sentiment}>
          <span aria-hidden="true">{sentiment.arrow}</span>
          {sentiment.label}
        </span>
      </div>
      <Heading className={classes.title}>
        {story.url ? (
          <a href={story.url} target="_blank" rel="noreferrer noopener">
            {story.title}
          </a>
        ) : (
          story.title
        )}
      </Heading>
      <p className={classes.content}>{story.content}</p>
      {story.tickerId !== null && story.tickerId !== here && (
        <p className={classes.way}>
          <Link to={paths.tickerById(story.tickerId)} className={classes.related}>
            View related ticker
            {story.symbol && <span> {story.symbol}</span>}
          </Link>
          {ticker && <LiveChange ticker={ticker} />}
        </p>
      )}
    </li>
  );
}
