import { type Day, formatWeekday, formatWeekdayName } from '~/market/day';
import type { DailySentiment } from './news';
import classes from './Sentiment.module.css';

const ORDER = ['negative', 'neutral', 'positive'] as const;

/** The articles of the last seven days, one column per day, with an axis of their number. */
export function SentimentDays({ days, today }: { days: readonly DailySentiment[]; today: Day }) {
  const maxCount = Math.max(1, ...days.map(({ count }) => count));
  return (
    <figure className={classes.chart}>
      <figcaption>Articles per day</figcaption>
      <span className={`num ${classes.axis}`} aria-hidden="true">
        <span>{maxCount}</span>
        <span>0</span>
      </span>
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
            <span aria-hidden="true">{day === today ? 'Today' : formatWeekdayName(day, 'short')}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
