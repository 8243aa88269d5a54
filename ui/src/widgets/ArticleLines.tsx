import type { ReactNode } from 'react';
import type { NewsItem } from '~/api/types';
import { Link } from '~/components/Link';
import { useMarketNow } from '~/live/useMarketNow';
import { publishedText } from '~/market/published';
import { paths } from '~/paths';
import classes from './ArticleLines.module.css';

interface Props {
  articles: readonly NewsItem[];
  /** Shows the ticker of each article. */
  showsTicker?: boolean;
}

/** Article titles with source and age. */
export function ArticleLines({ articles, showsTicker = false }: Props) {
  const now = useMarketNow();
  return (
    <ul className={classes.stories}>
      {articles.map(({ id, source, publishedAt, isUndated, title, tickerId, symbol, url }) => (
        <li key={id}>
          <Article url={url} to={tickerId === null ? paths.news : paths.tickerById(tickerId)}>
            <span className={classes.source}>
              {showsTicker && symbol && <b>{symbol}</b>}
              {source}, {publishedText({ publishedAt, isUndated }, now)}
            </span>
            <b className={classes.title}>{title}</b>
          </Article>
        </li>
      ))}
    </ul>
  );
}

interface ArticleProps {
  url: string | null;
  /** The link target of an article without a URL. */
  to: string;
  children: ReactNode;
}

function Article({ url, to, children }: ArticleProps) {
  return url ? (
    <a href={url} target="_blank" rel="noreferrer noopener" className={classes.story}>
      {children}
    </a>
  ) : (
    <Link to={to} className={classes.story}>
      {children}
    </Link>
  );
}
