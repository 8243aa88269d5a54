import type { NewsItem, Sentiment } from '~/api/types';
import { formatDateTime, formatRelative } from '~/market/time';
import classes from './NewsPanel.module.css';

const MOODS: Record<Sentiment, { label: string; arrow: string }> = {
  positive: { label: 'Bullish', arrow: '▲ ' },
  neutral: { label: 'Neutral', arrow: '' },
  negative: { label: 'Bearish', arrow: '▼ ' },
};

export function NewsStory({ story, now }: { story: NewsItem; now: number }) {
  const mood = MOODS[story.sentiment];
  return (
    <li className={classes.story}>
      <div className={classes.meta}>
        <p>
          <b>{story.source}</b>{' '}
          <time dateTime={story.publishedAt} title={formatDateTime(story.publishedAt)}>
            {formatRelative(story.publishedAt, now)}
          </time>
        </p>
        <span className={classes.badge} data-sentiment={story.sentiment}>
          <span aria-hidden="true">{mood.arrow}</span>
          {mood.label}
        </span>
      </div>
      <h3 className={classes.title}>
        {story.url ? (
          <a href={story.url} target="_blank" rel="noreferrer noopener">
            {story.title}
          </a>
        ) : (
          story.title
        )}
      </h3>
      <p className={classes.content}>{story.content}</p>
    </li>
  );
}
