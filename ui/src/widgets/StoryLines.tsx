import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { NewsItem } from '~/api/types';
import { useMarketNow } from '~/live/useMarketNow';
import { publishedText } from '~/market/published';
import { paths } from '~/paths';
import classes from './StoryLines.module.css';

interface Props {
  stories: readonly NewsItem[];
  /** Shows the ticker of each article. */
  named?: boolean;
}

/** Article titles with source and age. */
export function StoryLines({ stories, named = false }: Props) {
  const now = useMarketNow();
  return (
    <ul className={classes.stories}>
      {stories.map(({ id, source, publishedAt, isUndated, title, tickerId, symbol, url }) => (
        <li key={id}>
          <Story url={url} to={tickerId === null ? paths.news : paths.tickerById(tickerId)}>
            <span className={classes.source}>
              {named && symbol && <b>{symbol}</b>}
              {source}, {publishedText({ publishedAt, isUndated }, now)}
            </span>
            <b className={classes.title}>{title}</b>
          </Story>
        </li>
      ))}
    </ul>
  );
}

interface StoryProps {
  url: string | null;
  /** The link target of an article without a URL. */
  to: string;
  children: ReactNode;
}

function Story({ url, to, children }: StoryProps) {
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
