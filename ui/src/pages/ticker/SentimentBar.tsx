import type { NewsItem, Sentiment } from '~/api/types';
import classes from './NewsPanel.module.css';
import { sentimentShares } from './sentimentShares';

const LABELS: readonly [Sentiment, string][] = [
  ['positive', 'Bullish'],
  ['neutral', 'Neutral'],
  ['negative', 'Bearish'],
];

/** Below this number of articles, percentages mean little, so the number is shown first. */
const MIN_ARTICLES = 5;

/** The percentages of bullish, neutral and bearish articles, and a bar of them. */
export function SentimentBar({ articles }: { articles: readonly NewsItem[] }) {
  const isFew = articles.length < MIN_ARTICLES;
  const count = (sentiment: Sentiment) =>
    articles.filter((article) => article.sentiment === sentiment).length;
  const percent = sentimentShares(articles.map((article) => article.sentiment));
  return (
    <div className={classes.sentiment}>
      <dl>
        {LABELS.map(([sentiment, label]) => (
          <div key={sentiment} data-sentiment={sentiment}>
            <dt>{label}</dt>
            {isFew && <dd className="num type-mid">{count(sentiment)}</dd>}
            <dd className={isFew ? `num ${classes.share}` : 'num type-mid'}>{percent[sentiment]}%</dd>
          </div>
        ))}
      </dl>
      <div className={classes.bar} aria-hidden="true">
        {LABELS.filter(([sentiment]) => percent[sentiment] > 0).map(([sentiment]) => (
          <span key={sentiment} data-sentiment={sentiment} style={{ flexGrow: percent[sentiment] }} />
        ))}
      </div>
      {isFew && (
        <p className={classes.few}>
          Based on {articles.length} {articles.length === 1 ? 'article' : 'articles'}
        </p>
      )}
    </div>
  );
}
