import type { NewsItem } from '~/api/types';
import { type Day, formatWeekday, formatWeekdayName } from '~/market/day';
import { dailySentiment } from './news';
import classes from './Sentiment.module.css';

const ORDER = ['negative', 'neutral', 'positive'] as const;

interface Props {
  articles: readonly NewsItem[];
  today: Day;
}

/** The articles of the last seven days, one column per day. */
export function SentimentDays({ articles, today }: Props) {
  const days = dailySentiment(articles, today);
  const maxCount = Math.max(1, ...days.map(({ count }) => count));
  return (
    <ol className={classes.days} aria-label="Sentiment of the last seven days">
      {days.map(({ day, count, ...counts }) => (
        <li key={day}>
          <span className="visually-hidden">
            {formatWeekday(day)}: {counts.positive} bullish, {counts.neutral} neutral, {counts.negative}{' '}
            bearish
          </span>
          <span className={classes.column} aria-hidden="true">
            {ORDER.map((sentiment) => (
              <i
                key={sentiment}
                data-sentiment={sentiment}
                style={{ height: `${(100 * counts[sentiment]) / maxCount}%` }}
              />
            ))}
          </span>
          <span aria-hidden="true">{day === today ? 'Today' : formatWeekdayName(day).slice(0, 3)}</span>
        </li>
      ))}
    </ol>
  );
}
