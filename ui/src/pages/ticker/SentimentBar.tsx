import type { NewsItem, Sentiment } from '~/api/types';
import classes from './NewsPanel.module.css';
import { shares } from './shares';

const LABELS: readonly [Sentiment, string][] = [
  ['positive', 'Bullish'],
  ['neutral', 'Neutral'],
  ['negative', 'Bearish'],
];

/** The percentages of bullish, neutral and bearish articles, and the same as a bar. */
export function SentimentBar({ stories }: { stories: readonly NewsItem[] }) {
  const percent = shares(stories.map((story) => story.sentiment));
  return (
    <div className={classes.sentiment}>
      <dl>
        {LABELS.map(([sentiment, label]) => (
          <div key={sentiment} data-sentiment={sentiment}>
            <dd className="num">{percent[sentiment]}%</dd>
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
      <div className={classes.bar} aria-hidden="true">
        {LABELS.map(([sentiment]) => (
          <span key={sentiment} data-sentiment={sentiment} style={{ flexGrow: percent[sentiment] }} />
        ))}
      </div>
    </div>
  );
}
